// CREATE TABLE ... STORED BY 'carbondata' as Spark's grammar has it; clauses may come in any order, each once.
// Clauses that CarbonData refuses are read here, so that they are refused in its order and not as syntax errors.
#include "core/carbon/scanner.hpp"
#include "core/carbon/source.hpp"
#include "core/carbon/words.hpp"

namespace lakesoul::carbon {
namespace {

class Reader {
public:
    explicit Reader(View sql) : scanner_(sql, "the statement") {}

    StatementText read()
    {
        head();
        if (scanner_.take('(')) {
            result_.source.columns = read_column_list(&scanner_);
            scanner_.expect(')', "\",\" or \")\" after a column");
        }
        while (clause()) {
        }
        if (!result_.source.as_select) {
            (void)scanner_.take(';');
            if (!scanner_.at_end())
                scanner_.fail_here("a clause of CREATE TABLE or the end of the statement");
        }
        if (refused())
            return std::move(result_);
        if (!seen_[kStoredBy])
            refuse(with_hint(with_detail(fail(Code::syntax, "the statement does not say STORED BY 'carbondata'"),
                                         "Without it the table is not CarbonData's."),
                             "Add STORED BY 'carbondata'."));
        result_.source.space = checked_name(result_.source.space, "Database");
        result_.source.table = checked_name(result_.source.table, "Table");
        return std::move(result_);
    }

private:
    enum Clause { kComment, kPartitioned, kClustered, kSkewed, kStoredBy, kLocation, kProperties, kClauses };

    // The clauses that are refused go before a missing STORED BY and a bad name.
    bool refused() const
    {
        const Source &source = result_.source;
        return source.temporary || source.skewed || source.clustered || source.external;
    }

    void head()
    {
        scanner_.expect("CREATE");
        while (scanner_.at("TEMPORARY") || scanner_.at("EXTERNAL")) {
            bool &flag = scanner_.at("TEMPORARY") ? result_.source.temporary : result_.source.external;
            if (flag)
                scanner_.fail_here("TABLE");
            flag = true;
            (void)scanner_.word();
        }
        scanner_.expect("TABLE");
        if (scanner_.take("IF")) {
            scanner_.expect("NOT");
            scanner_.expect("EXISTS");
            result_.if_not_exists = true;
        }
        std::string name = scanner_.name("a table's name");
        std::string space = "default";
        if (scanner_.take('.')) {
            space = name;
            name = scanner_.name("a table's name");
        }
        result_.source.space = space;
        result_.source.table = name;
    }

    void once(Clause clause)
    {
        if (seen_[clause])
            scanner_.fail_here("each clause once");
        seen_[clause] = true;
    }

    bool clause()
    {
        Source &source = result_.source;
        if (scanner_.take("COMMENT")) {
            once(kComment);
            source.comment = scanner_.string("a comment in quotes");
        } else if (scanner_.take("PARTITIONED")) {
            once(kPartitioned);
            partitioned();
        } else if (scanner_.take("CLUSTERED")) {
            once(kClustered);
            clustered();
        } else if (scanner_.take("SKEWED")) {
            once(kSkewed);
            skewed();
        } else if (scanner_.take("STORED")) {
            stored();
        } else if (scanner_.take("LOCATION")) {
            once(kLocation);
            result_.location = scanner_.string("a path in quotes");
            result_.has_location = true;
        } else if (scanner_.take("TBLPROPERTIES")) {
            once(kProperties);
            properties();
        } else if (seen_[kStoredBy] && scanner_.take("WITH")) {
            source.as_select = !scanner_.at("SERDEPROPERTIES");
            if (!source.as_select)
                refuse(with_hint(with_detail(fail(Code::unsupported, "WITH SERDEPROPERTIES is not supported"),
                                             "CarbonData does not read them."),
                                 "Use TBLPROPERTIES."));
            return false;
        } else {
            source.as_select = scanner_.at("AS") || scanner_.at("SELECT") || scanner_.at("WITH") ||
                               scanner_.at("FROM") || scanner_.at("VALUES");
            return false;
        }
        return true;
    }

    void partitioned()
    {
        scanner_.expect("BY");
        scanner_.expect('(', "\"(\" and the partition columns");
        result_.source.partitions = read_column_list(&scanner_);
        result_.source.partitioned = true;
        scanner_.expect(')', "\",\" or \")\" after a column");
    }

    void brackets()
    {
        scanner_.expect('(', "\"(\" and a list");
        scanner_.skip_brackets();
    }

    void clustered()
    {
        result_.source.clustered = true;
        scanner_.expect("BY");
        brackets();
        if (scanner_.take("SORTED")) {
            scanner_.expect("BY");
            brackets();
        }
        scanner_.expect("INTO");
        (void)scanner_.number("a number of buckets");
        scanner_.expect("BUCKETS");
    }

    void skewed()
    {
        result_.source.skewed = true;
        scanner_.expect("BY");
        brackets();
        scanner_.expect("ON");
        brackets();
    }

    void stored()
    {
        if (scanner_.take("AS")) {
            if (!result_.source.skewed || !scanner_.take("DIRECTORIES"))
                scanner_.fail_here("STORED BY 'carbondata'");
            return;   // this one belongs to SKEWED BY
        }
        once(kStoredBy);
        scanner_.expect("BY");
        std::string handler = scanner_.string("'carbondata'");
        if (!same_letters(handler, "carbondata") && !same_letters(handler, "org.apache.carbondata.format"))
            refuse(with_hint(with_detail(fail(Code::bad_value, "\"%s\" is not CarbonData", shown(handler).c_str()),
                                         "STORED BY names another format."),
                             "Use STORED BY 'carbondata'."));
    }

    std::string key()
    {
        if (scanner_.peek() == '\'' || scanner_.peek() == '"')
            return scanner_.string("a property's name");
        std::string name = scanner_.name("a property's name");
        while (scanner_.take('.'))
            name += "." + scanner_.name("the rest of a property's name");
        require_size(name.size(), kMaxName, "a property's name");
        return name;
    }

    // A string, or a number or word as it is written.
    std::string value()
    {
        if (scanner_.at_string())
            return scanner_.string("a value");
        std::string text = scanner_.take('-') ? "-" : "";
        View word = scanner_.word();
        if (word.empty())
            scanner_.fail_here("a property's value");
        text += word;
        if (scanner_.take('.'))
            text += "." + std::string(scanner_.word());
        return text;
    }

    void properties()
    {
        scanner_.expect('(', "\"(\" and the properties");
        do {
            Given given;
            given.key = key();
            bool sign = scanner_.take('=');
            given.has_value = sign || (scanner_.peek() != ',' && scanner_.peek() != ')');
            if (given.has_value)
                given.value = value();
            result_.source.properties.push_back(given);
        } while (scanner_.take(','));
        scanner_.expect(')', "\",\" or \")\" after a property");
    }

    Scanner scanner_;
    StatementText result_;
    bool seen_[kClauses] = {};
};

}   // namespace

StatementText read_statement(View sql)
{
    return Reader(sql).read();
}

}   // namespace lakesoul::carbon
