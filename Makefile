# Builds, installs and tests what ships, with PGXS. CMakeLists.txt builds what is not shipped: unit tests,
# fuzzers, benchmarks. Both read src/sources.list.
#
#   make && make install          with PG_CONFIG=/path/to/pg_config if the one on the path is not meant
#   make installcheck             starts private servers of its own; not as root
#   make demo|check|bench|soak|lint   do everything, packages included; see scripts/
#   make WERROR=                  for a compiler whose warnings are not known yet

DELEGATED = demo check bench soak lint
ifneq ($(filter $(DELEGATED),$(MAKECMDGOALS)),)

# These install the packages that the rest of this file needs, so nothing below may be read yet.
.PHONY: $(DELEGATED)
$(DELEGATED):
	scripts/$@ $(ARGS)

else

HASH := \#
read_list = $(shell sed -e 's/$(HASH).*//' $(1))

EXTENSION   = lakesoul_meta
MODULE_big  = $(EXTENSION)
EXTVERSION := $(shell sed -n "s/^default_version = '\(.*\)'.*/\1/p" $(EXTENSION).control)
SOURCES    := $(call read_list,src/sources.list)
PROTO_BASE  = proto/entity.pb-c
OBJS        = $(SOURCES:.cpp=.o) $(PROTO_BASE).o

INSTALL_SQL = $(EXTENSION)--$(EXTVERSION).sql
SQL_PARTS  := $(addprefix extension/,$(call read_list,extension/order.list))
DATA_built  = $(INSTALL_SQL)
DATA        = $(wildcard extension/upgrade/*.sql)

# Each suite starts a server of its own, so no running server is needed and none is touched.
TEST_SERVER    = --temp-config=test/lakesoul.conf --no-locale --encoding=UTF8 --load-extension=$(EXTENSION)
REGRESS       := $(call read_list,test/regress.list)
REGRESS_OPTS   = --temp-instance=$(CURDIR)/tmp_check_regress --outputdir=output_regress $(TEST_SERVER)
ISOLATION     := $(call read_list,test/isolation.list)
ISOLATION_OPTS = --temp-instance=$(CURDIR)/tmp_check_iso $(TEST_SERVER)
TAP_TESTS     := $(if $(wildcard t/*.pl),1)

WERROR      ?= -Werror
# gcc 13 and later suspect every function that takes a temporary and returns a reference.
PG_CPPFLAGS  = -Isrc
PG_CXXFLAGS  = -std=c++17 -Wall -Wextra -Wshadow -Wno-register -Wno-unused-parameter \
               -Wno-missing-field-initializers -Wno-dangling-reference $(WERROR)
SHLIB_LINK   = -lprotobuf-c -Wl,--version-script=src/$(EXTENSION).map
EXTRA_CLEAN  = $(PROTO_BASE).c $(PROTO_BASE).h $(OBJS:.o=.d) \
               output_regress output_iso tmp_check tmp_check_regress tmp_check_iso

# Link as C++; and no bitcode: it would need clang, and our functions are bound by SPI, not by call overhead.
override COMPILER = $(CXX) $(CXXFLAGS)
override with_llvm = no

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
ifeq ($(PGXS),)
$(error $(PG_CONFIG) not found: install the server's development files or set PG_CONFIG)
endif
include $(PGXS)

SUPPORTED_SERVERS = 15 16 17 18
ifeq ($(filter $(SUPPORTED_SERVERS),$(MAJORVERSION)),)
$(error $(EXTENSION) supports PostgreSQL $(SUPPORTED_SERVERS); $(PG_CONFIG) belongs to $(MAJORVERSION))
endif

# Distributions switch PGXS's dependency tracking off; without this a changed header rebuilds nothing.
override CPPFLAGS += -MMD -MP
-include $(OBJS:.o=.d)
$(OBJS): Makefile

# The wall between src/core and src/pg, held by the compiler (CONTRIBUTING.md).
SERVER_INCLUDES = -I$(includedir_server) -I$(includedir_internal)
src/core/%.o: override CPPFLAGS := $(filter-out $(SERVER_INCLUDES),$(CPPFLAGS))
src/core/wire/%.o: override CPPFLAGS += -Iproto
src/pg/%.o: override CPPFLAGS := $(filter-out $(SERVER_INCLUDES),$(CPPFLAGS)) $(SERVER_INCLUDES:-I%=-isystem %)
src/pg/%.o: override CXXFLAGS += -fno-exceptions -fno-rtti
src/pg/module.o: override CPPFLAGS += -DLAKESOUL_VERSION='"$(EXTVERSION)"'
src/pg/module.o: $(EXTENSION).control

# Generated code is never committed; warnings in it are not ours. protoc-c went away in newer protobuf-c.
PROTOC ?= $(or $(shell command -v protoc-c),protoc)
PROTO_PATH ?= /usr/include
%.pb-c.c %.pb-c.h: %.proto
	$(PROTOC) --proto_path=$(<D) --proto_path=$(PROTO_PATH) --c_out=$(@D) $<
proto/%.o: override CFLAGS += -w
$(filter src/core/wire/%.o,$(OBJS)): $(PROTO_BASE).h

$(shlib): src/$(EXTENSION).map

$(INSTALL_SQL): $(SQL_PARTS) extension/order.list $(EXTENSION).control
	cat $(SQL_PARTS) > $@

endif
