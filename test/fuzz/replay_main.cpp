// Replays corpora as an ordinary test, without libFuzzer: feeds every file named on the command line, and every
// file in the folders named there, once to the fuzz target it is linked with.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

namespace fs = std::filesystem;

bool replay(const fs::path &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        return false;
    }
    std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
    return true;
}

std::vector<fs::path> files_in(const fs::path &path)
{
    if (!fs::is_directory(path))
        return {path};
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file())
            files.push_back(entry.path());
    }
    return files;
}

}   // namespace

int main(int argc, char **argv)
{
    int replayed = 0;
    bool readable = true;
    for (int i = 1; i < argc; ++i) {
        for (const fs::path &file : files_in(argv[i])) {
            if (replay(file))
                ++replayed;
            else
                readable = false;
        }
    }
    std::printf("%d files replayed\n", replayed);
    return replayed > 0 && readable ? 0 : 1;
}
