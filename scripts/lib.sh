# Shared by the scripts in this folder; sourced, never run.
#
# Nothing outside the work folder is written, apart from packages. The work folder holds
#   tree/     a mirror of the repository in which everything is built and tested. As root it belongs to user
#             postgres (initdb refuses root), who may not be able to read the repository itself
#   prefix/   a copy of the installed PostgreSQL, into which the extension is installed
#   cmake*/   CMake builds        dev/ demo/ ...   data folders of private servers
# It is $LAKESOUL_BUILD, or build/ in the repository. Servers listen on a unix socket in a private folder only.
# shellcheck shell=bash

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
work=
tree=
pg_config=
pg_bin=
started_servers=()
jobs=$(nproc)
server_port=54330   # the socket's folder is private, so this collides with nothing

# What the caller's shell or make has set must not leak into builds and servers.
unset MAKEFLAGS MAKELEVEL MFLAGS GNUMAKEFLAGS CDPATH
for variable in "${!PG@}"; do
    [ "$variable" = PG_CONFIG ] || unset "$variable"
done
export LC_ALL=C.UTF-8

# shellcheck disable=SC2034  # used by the scripts that source this file
# libicu-dev: headers of the server include it.
build_packages=(build-essential cmake ninja-build rsync libicu-dev libprotobuf-c-dev libprotobuf-dev protobuf-c-compiler
    protobuf-compiler nlohmann-json3-dev libpq-dev)
# python3-psycopg2 is for test/model, which compares thousands of requests.
# shellcheck disable=SC2034
test_packages=(libgtest-dev libbenchmark-dev libipc-run-perl python3 python3-psycopg2 clang clang-format clang-tools
    libclang-rt-dev shellcheck)

say() {
    printf '%s\n' "$*"
}

die() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Prints the comment at the head of the calling script: its --help.
print_help() {
    sed -n '2,/^[^#]/{/^#/{s/^# \{0,1\}//;p}}' "$0"
}

# ---- packages --------------------------------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "packages are missing and neither root nor sudo is available: ${missing:-postgresql}"
    fi
}

# Quiet when it works; apt's own words when it does not.
apt_install() {
    local log
    log=$(mktemp)
    if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

missing_packages() {
    local package
    for package in "$@"; do
        # shellcheck disable=SC2016  # ${Status} is dpkg-query's own
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q ' installed$' || printf '%s ' "$package"
    done
}

# The major version of the distribution's "postgresql" package.
distribution_server() {
    apt-cache show --no-all-versions postgresql 2>/dev/null |
        sed -n 's/^Depends:.*postgresql-\([0-9][0-9]*\).*/\1/p' | head -n 1
}

# apt_packages PACKAGE... : installs what is missing; quick when nothing is.
apt_packages() {
    local missing
    command -v apt-get >/dev/null || die "needs a Debian or Ubuntu system (apt-get)"
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "installing packages: $missing"
    # shellcheck disable=SC2086  # a list of names
    apt_install $missing || { as_root apt-get update -q >/dev/null && apt_install $missing; }
}

# install_packages PACKAGE... : these and a server with its development files, unless PG_CONFIG names one.
install_packages() {
    local wanted=("$@") major
    if [ -z "${PG_CONFIG:-}" ] && ! newest_server >/dev/null; then
        [ -n "$(distribution_server)" ] || as_root apt-get update -q >/dev/null
        major=$(distribution_server)
        [ -n "$major" ] || die "apt knows no package named postgresql"
        wanted+=("postgresql-$major" "postgresql-server-dev-$major")
    fi
    apt_packages "${wanted[@]}"
}

# ---- work folder -----------------------------------------------------------------------------------------------

# write_as_postgres FILE : standard input becomes the file.
write_as_postgres() {
    # shellcheck disable=SC2016  # expanded by the inner shell
    as_postgres sh -c 'cat >"$1"' sh "$1"
}

# Runs a command as an ordinary user: as postgres when we are root, otherwise as the caller.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=postgres --regid=postgres --init-groups env HOME="$work" "$@" 9>&-
    else
        "$@" 9>&-
    fi
}

# Sets work. As root, a folder that postgres cannot reach is replaced by one under /var/tmp, kept for the next run.
find_work_folder() {
    work=${LAKESOUL_BUILD:-$repo/build}
    case $work in
    *[[:space:]]*) die "the work folder's path holds a blank, which make cannot read: set LAKESOUL_BUILD to another folder" ;;
    esac
    mkdir -p "$work"
    work=$(cd "$work" && pwd -P)
    if [ "$(id -u)" = 0 ]; then
        local pointer=$work/elsewhere kept
        chown postgres:postgres "$work"
        if ! (cd / && as_postgres test -w "$work"); then
            kept=$(cat "$pointer" 2>/dev/null || true)
            if [ -z "$kept" ] || [ -L "$kept" ] || [ "$(stat -c %U "$kept" 2>/dev/null)" != postgres ]; then
                kept=$(mktemp -d /var/tmp/lakesoul_meta.XXXXXX)
                chown postgres:postgres "$kept"
                printf '%s\n' "$kept" >"$pointer"
            fi
            work=$kept
        fi
    fi
    tree=$work/tree
}

# One run at a time in a work folder; servers do not inherit the lock (as_postgres closes it). A script that calls
# another one says so in LAKESOUL_LOCKED.
lock_work_folder() {
    [ "${LAKESOUL_LOCKED:-}" != "$work" ] || return 0
    exec 9>"$work/lock"
    flock -n 9 || { say "waiting for another run in $work"; flock 9; }
}

# copy_repository TARGET OPTION... : makes TARGET equal to the repository. What .gitignore names is neither copied nor
# deleted, so builds are incremental; times are not copied, so whatever changed is newer than what was built from it.
copy_repository() {
    local target=$1 inside=() folder
    shift
    for folder in "$work" "$target"; do
        case $folder in "$repo"/*) inside+=(--exclude="${folder#"$repo"}/") ;; esac
    done
    mkdir -p "$target"
    rsync -rlpgo --checksum --delete "$@" "${inside[@]}" --exclude=/.git --filter=':- .gitignore' "$repo/" "$target/"
}

mirror_tree() {
    if [ "$(id -u)" = 0 ]; then
        copy_repository "$tree" --chown=postgres:postgres
    else
        copy_repository "$tree"
    fi
}

# ---- private PostgreSQL ----------------------------------------------------------------------------------------

# The newest installed server that has its development files.
newest_server() {
    local found
    found=$(for found in /usr/lib/postgresql/*/bin/pg_config; do
        [ ! -f "$(dirname "$found")/../lib/pgxs/src/makefiles/pgxs.mk" ] || [ ! -x "${found%pg_config}initdb" ] ||
            printf '%s\n' "$found"
    done | sort -V | tail -n 1)
    [ -n "$found" ] && printf '%s\n' "$found"
}

# The longest folder that all arguments are in.
common_folder() {
    local common=$1 folder
    for folder in "$@"; do
        while [ "${folder#"$common"/}" = "$folder" ]; do
            common=$(dirname "$common")
        done
    done
    printf '%s\n' "$common"
}

# Copies the installed PostgreSQL to prefix/ and sets pg_config and pg_bin to the copy. Its programs find their
# files relative to themselves, so `make install` into it needs no root and leaves /usr alone.
private_prefix() {
    local original folders catalogs common stamp prefix=$work/prefix
    original=${PG_CONFIG:-$(newest_server || true)}
    [ -x "$original" ] || die "no PostgreSQL server with development files found; set PG_CONFIG"
    folders=("$("$original" --bindir)" "$("$original" --pkglibdir)" "$("$original" --sharedir)"
        "$("$original" --pkgincludedir)" "$("$original" --includedir-server)")
    common=$(common_folder "${folders[@]}")
    # Messages in one other language, for the test that nothing depends on their words.
    catalogs=("$("$original" --localedir)"/de/LC_MESSAGES/postgres-*.mo)
    case ${catalogs[0]} in "$common"/*.mo) [ ! -e "${catalogs[0]}" ] || folders+=("${catalogs[@]}") ;; esac
    pg_bin=$prefix/${folders[0]#"$common"/}
    pg_config=$pg_bin/pg_config
    stamp="$common ${#folders[@]} $("$original" --version) $(stat -c %Y "${folders[0]}/postgres")"
    if [ "$(cat "$prefix/stamp" 2>/dev/null)" != "$stamp" ]; then
        rm -rf "$prefix"
        mkdir -p "$prefix"
        rsync -aR --exclude=bitcode/ "${folders[@]/#"$common"/"$common/."}" "$prefix/"
        [ "$(id -u)" != 0 ] || chown -R postgres:postgres "$prefix"
        case $("$pg_config" --pkglibdir) in
        "$prefix"/*) ;;
        *) die "the PostgreSQL of $original cannot be moved: its copy looks for files in $("$pg_config" --pkglibdir)" ;;
        esac
        printf '%s\n' "$stamp" >"$prefix/stamp"
    fi
    # Programs that the scripts start (psql, pg_dump) are those of the copy.
    export PATH=$pg_bin:$PATH
}

# Packages, work folder, mirror, private PostgreSQL: what each script begins with.
set_up() {
    install_packages "$@"
    find_work_folder
    lock_work_folder
    mirror_tree
    private_prefix
    cd "$tree" || die "no $tree"
}

build_and_install() {
    [ -e lakesoul_meta.so ] ||
        say "compiling all of it, without a word: two to four minutes on two cores; later builds take seconds"
    as_postgres make -s -j"$jobs" all PG_CONFIG="$pg_config"
    as_postgres make -s install PG_CONFIG="$pg_config" >/dev/null
}

# build_with_cmake NAME OPTION... : configures and builds the default targets in <work>/NAME.
build_with_cmake() {
    local folder=$work/$1
    shift
    as_postgres cmake -S "$tree" -B "$folder" -G Ninja -DPG_CONFIG="$pg_config" "$@" >"$work/cmake.log" 2>&1 ||
        { cat "$work/cmake.log"; return 1; }
    as_postgres cmake --build "$folder" -j "$jobs" >"$work/cmake.log" 2>&1 ||
        { tail -n 60 "$work/cmake.log"; return 1; }
}

# ---- private servers -------------------------------------------------------------------------------------------

# start_server FOLDER [CONF] : starts a server whose data is in FOLDER/data, created if it is not there, and exports
# PGHOST, PGPORT, PGUSER and PGDATABASE for it. The socket has a short path: 107 bytes are the limit.
start_server() {
    local folder=$1 conf=${2:-$tree/test/lakesoul.conf} socket
    as_postgres mkdir -p "$folder"
    if [ ! -f "$folder/data/PG_VERSION" ]; then
        as_postgres rm -rf "$folder/data"
        as_postgres "$pg_bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --no-locale --no-sync \
            >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; die "initdb failed"; }
        as_postgres cp "$folder/data/postgresql.conf" "$folder/initial.conf"
    fi
    socket=$(as_postgres mktemp -d /tmp/lakesoul.XXXXXX)
    { cat "$folder/initial.conf" "$conf"
      printf "%s\n" "port = $server_port" "unix_socket_directories = '$socket'" "listen_addresses = ''"
    } | write_as_postgres "$folder/data/postgresql.conf"
    printf '%s\n' "$socket" | write_as_postgres "$folder/socket"
    started_servers+=("$folder")
    as_postgres "$pg_bin/pg_ctl" -s -w -D "$folder/data" -l "$folder/log" start ||
        { tail -n 20 "$folder/log" >&2; die "the server in $folder did not start"; }
    export PGHOST=$socket PGPORT=$server_port PGUSER=postgres PGDATABASE=postgres
}

# Stops the server of FOLDER, if it runs, and removes its socket. Data and log stay.
stop_server() {
    local folder=$1 socket
    [ ! -f "$folder/data/postmaster.pid" ] ||
        as_postgres "$pg_bin/pg_ctl" -s -w -D "$folder/data" -m fast stop >/dev/null 2>&1 || true
    socket=$(cat "$folder/socket" 2>/dev/null || true)
    case $socket in /tmp/lakesoul.??????) rm -rf "$socket" ;; esac
    rm -f "$folder/socket"
}

# Whatever ends the script, no server of this run stays behind, test suites' own included.
stop_everything() {
    local status=$? folder pid_file
    trap '' INT TERM
    for folder in "${started_servers[@]}"; do
        stop_server "$folder"
    done
    if [ -n "$tree" ] && [ -d "$tree" ] && [ -n "$pg_bin" ]; then
        while read -r pid_file; do
            as_postgres "$pg_bin/pg_ctl" -s -D "$(dirname "$pid_file")" -m immediate stop >/dev/null 2>&1 || true
        done < <(find "$tree"/tmp_check* -maxdepth 4 -name postmaster.pid 2>/dev/null)
    fi
    exit "$status"
}
trap stop_everything EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
