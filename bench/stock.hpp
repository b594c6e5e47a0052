// The part of commit_bench that plays LakeSoul's Java client against the triggers and against LakeSoul's own tables.
#pragma once

namespace bench {

void stock_clients(int rounds);

}   // namespace bench
