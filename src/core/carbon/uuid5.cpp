// SHA-1 as RFC 3174 has it, for names only: nothing here keeps a secret.
#include "core/carbon/uuid5.hpp"

#include <algorithm>

namespace lakesoul::carbon {
namespace {

std::uint32_t rotate(std::uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}

void digest_block(const unsigned char *block, std::uint32_t (&state)[5])
{
    std::uint32_t words[80];
    for (int i = 0; i < 16; ++i)
        words[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 | static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
                   static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; ++i)
        words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; ++i) {
        std::uint32_t mix = i < 20   ? ((b & c) | (~b & d)) + 0x5A827999
                            : i < 40 ? (b ^ c ^ d) + 0x6ED9EBA1
                            : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                     : (b ^ c ^ d) + 0xCA62C1D6;
        std::uint32_t next = rotate(a, 5) + mix + e + words[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

// Fills blocks from pieces and digests each that is full.
class Sha1 {
public:
    void add(const unsigned char *bytes, std::size_t size)
    {
        total_ += size;
        while (size > 0) {
            std::size_t take = std::min(size, sizeof block_ - used_);
            std::copy(bytes, bytes + take, block_ + used_);
            used_ += take;
            bytes += take;
            size -= take;
            if (used_ == sizeof block_) {
                digest_block(block_, state_);
                used_ = 0;
            }
        }
    }

    const std::uint32_t *finish()
    {
        std::uint64_t bits = total_ * 8;
        unsigned char end[9] = {0x80};
        add(end, 1);
        while (used_ != 56)
            add(end + 1, 1);
        for (int i = 0; i < 8; ++i)
            end[i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
        add(end, 8);
        return state_;
    }

private:
    std::uint32_t state_[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    unsigned char block_[64];
    std::size_t used_ = 0;
    std::uint64_t total_ = 0;
};

}   // namespace

Uuid uuid5(const Uuid &space, View name) noexcept
{
    Sha1 sha;
    sha.add(space.bytes, sizeof space.bytes);
    sha.add(reinterpret_cast<const unsigned char *>(name.data()), name.size());
    const std::uint32_t *state = sha.finish();
    Uuid id;
    for (std::size_t i = 0; i < sizeof id.bytes; ++i)
        id.bytes[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0F) | 0x50);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3F) | 0x80);
    return id;
}

}   // namespace lakesoul::carbon
