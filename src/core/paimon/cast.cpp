// What a column's type may become: one table.
#include "core/paimon/data_type.hpp"

namespace lakesoul::paimon {
namespace {

constexpr std::size_t kTypes = 18;

// I: always. E: unless explicit casts are disabled. -: never. '.': a cast exists in name, but nothing converts the
// values, so never either. STRING and BYTES are VARCHAR and VARBINARY of the largest length.
// table of data
constexpr const char *kMatrix[kTypes] = {
    // to   BTSIBDFDCVSBVBDTTL   (BOOLEAN TINYINT SMALLINT INT BIGINT DECIMAL FLOAT DOUBLE CHAR VARCHAR STRING BINARY
    //                            VARBINARY BYTES DATE TIME TIMESTAMP TIMESTAMP_LTZ)
    /* BOOLEAN   */ ".EEEEEEEEEE-------",
    /* TINYINT   */ "EIIIIIIIEEE-----..",
    /* SMALLINT  */ "EEIIIIIIEEE-----..",
    /* INT       */ "EEEIIIIIEEE-----EE",
    /* BIGINT    */ "EEEEIIIIEEE-----EE",
    /* DECIMAL   */ "-EEEEIIIEEE-----..",
    /* FLOAT     */ "-EEEEIIIEEE-----..",
    /* DOUBLE    */ "-EEEEIEIEEE-----..",
    /* CHAR      */ "EEEEEEEEIIIEEEEEEE",
    /* VARCHAR   */ "EEEEEEEEEIIEEEEEEE",
    /* STRING    */ "EEEEEEEEEIIEEEEEEE",
    /* BINARY    */ "--------EEEIII----",
    /* VARBINARY */ "--------EEEEII----",
    /* BYTES     */ "--------EEEEII----",
    /* DATE      */ "--------..E---.-EE",
    /* TIME      */ "--------..E----.EE",
    /* TIMESTAMP */ "-..EE.....E---IIII",
    /* TS_LTZ    */ "-..EE.....E---EEII",
};

// A type's row and column; kTypes if it has none.
std::size_t index_of(const DataType &type)
{
    std::size_t root = static_cast<std::size_t>(type.root);
    if (type.root < Root::varchar)
        return root;
    if (type.root == Root::varchar)
        return type.a == kMaxLength ? 10 : 9;
    if (type.root == Root::binary)
        return 11;
    if (type.root == Root::varbinary)
        return type.a == kMaxLength ? 13 : 12;
    if (type.root <= Root::timestamp_ltz)
        return root - static_cast<std::size_t>(Root::date) + 14;
    return kTypes;
}

bool is_time(Root root)
{
    return root >= Root::date && root <= Root::timestamp_ltz;
}

bool is_text(Root root)
{
    return root == Root::character || root == Root::varchar;
}

}   // namespace

bool may_become(const DataType &from, const DataType &to, bool explicit_casts)
{
    if (from.nullable && !to.nullable && !explicit_casts)
        return false;
    if (identical(from, to))
        return true;
    bool to_text = from.root == Root::array || from.root == Root::map || from.root == Root::row;
    if (to_text && is_text(to.root))
        return explicit_casts;
    std::size_t row = index_of(from);
    std::size_t column = index_of(to);
    if (row == kTypes || column == kTypes)
        return false;
    if (is_time(from.root) && is_text(to.root) && !to.nullable)   // only a nullable STRING has a converter
        return false;
    char cell = kMatrix[row][column];
    return cell == 'I' || (cell == 'E' && explicit_casts);
}

}   // namespace lakesoul::paimon
