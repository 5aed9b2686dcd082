# Gaslight. `make help` lists the targets; everything is built in build/.

# ---- Settings: change them on the command line -------------------------------------------------

PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
# Sanitizers, as for -fsanitize=; such a build has its own directory beside the plain one.
SANITIZE ?=
# What `make run` stores games in: SQLite, or a private PostgreSQL with STORE=postgres.
STORE ?=
# Seconds for each fuzz target.
T ?= 10
# V=1 shows every command.
V ?=

# Use every core; a make started by this one shares its jobs.
ifeq ($(MAKELEVEL),0)
  MAKEFLAGS += --jobs=$(shell nproc)
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:

# ---- How things are compiled -------------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wundef -Wformat=2 -Werror
LANGUAGE := -std=c11 -D_POSIX_C_SOURCE=200809L -I.
HARDENING := -fstack-protector-strong -fPIE
comma := ,

ifeq ($(SANITIZE),)
  O := build
  MODE := $(CFLAGS) $(HARDENING) -D_FORTIFY_SOURCE=2
else
  O := build/sanitize-$(subst $(comma),-,$(SANITIZE))
  MODE := -O1 -g -fno-omit-frame-pointer $(HARDENING) \
          -fsanitize=$(SANITIZE) -fno-sanitize-recover=all
endif

# pkg-config runs in each command instead of once here: on a fresh machine `make test` installs
# it before building.
# libpq is loaded at run time (server/store/postgres/libpq.h): only its header is needed.
JANSSON_CFLAGS = $$(pkg-config --cflags jansson)
SERVER_CFLAGS = $$(pkg-config --cflags jansson libpq)
TEST_CFLAGS = $$(pkg-config --cflags jansson check libpq)
LIBS = $$(pkg-config --libs jansson)
TEST_LIBS = $$(pkg-config --libs jansson check)
SERVER_PACKAGES := jansson libuv libwebsockets sqlite3 libsodium zlib libcurl libcrypto
SERVER_LIBS = $$(pkg-config --libs $(SERVER_PACKAGES)) -lm
CLIENT_PACKAGES := jansson libuv libwebsockets libsodium ncursesw libedit
CLIENT_LIBS = $$(pkg-config --libs $(CLIENT_PACKAGES))

COMPILE = $(CC) $(LANGUAGE) $(WARNINGS) $(MODE) -MMD -MP
LINK = $(CC) $(MODE) -pie -Wl,-z,relro,-z,now $(LDFLAGS)

QUIET := $(if $(V),,@)
say = @printf '  %-6s %s\n' '$(1)' '$(2)'

# ---- Files -------------------------------------------------------------------------------------

# Every C source below a directory, in an order that does not depend on the machine.
sources = $(shell find $(1) -name '*.c' | LC_ALL=C sort)
objects = $(patsubst %.c,$(O)/%.o,$(call sources,$(1)))

COMMON := $(call objects,common)
# What every program contains besides code: the boards, the texts of "How to play", the lessons and the puzzles.
BOARDS := $(patsubst common/boards/%.json,$(O)/boards/%.o,$(wildcard common/boards/*.json)) \
          $(patsubst common/learn/%.json,$(O)/learn/%.o,$(wildcard common/learn/*.json)) \
          $(O)/lessons/lessons.o \
          $(patsubst common/puzzles/%,$(O)/puzzles/%.o,$(wildcard common/puzzles/*.txt common/puzzles/*.json))
LESSONS := $(sort $(wildcard common/lessons/*.json))
MIGRATIONS := $(patsubst schema/sql/%.sql,$(O)/sql/%.o,$(wildcard schema/sql/*.sql)) \
              $(patsubst schema/postgres/%.sql,$(O)/postgres/%.o,$(wildcard schema/postgres/*.sql))
CLIENT := $(call objects,client-cli)
SERVER := $(call objects,server)
SUPPORT := $(call objects,tests/support)
LEAKY_SERVER := $(call objects,tests/leaks/server)
CARELESS_SERVER := $(call objects,tests/controls)
LEAKS := $(filter-out $(LEAKY_SERVER),$(call objects,tests/leaks))

PROGRAMS := $(O)/gaslight $(if $(SERVER),$(O)/gaslightd)
# The browser client is the same for every build.
WEB := build/web/index.html
UNIT_TESTS := $(patsubst %.c,$(O)/%,$(call sources,tests/unit))
BENCHES := $(patsubst %.c,$(O)/%,$(wildcard tests/bench/bench_*.c))
SERVER_BENCHES := $(O)/tests/bench/bench_stats
LOAD := $(call objects,tests/load)

PROGRAM_SOURCES := $(call sources,common client-cli server)
C_FILES := $(shell find common client-cli server tests -name '*.[ch]' -not -path '*/node_modules/*' | LC_ALL=C sort)

# ---- Building ----------------------------------------------------------------------------------

.PHONY: all
all: $(PROGRAMS) $(WEB) ## build the programs and the browser client (the default); SANITIZE=address,undefined for checked ones

$(O)/gaslight: $(CLIENT) $(COMMON) $(BOARDS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -pthread -o $@ $^ $(CLIENT_LIBS) -lm

$(O)/gaslightd: $(SERVER) $(COMMON) $(BOARDS) $(MIGRATIONS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -pthread -o $@ $^ $(SERVER_LIBS)

$(O)/%.o: %.c Makefile
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(QUIET)$(COMPILE) $(JANSSON_CFLAGS) -c -o $@ $<

$(O)/server/%.o: server/%.c Makefile
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(QUIET)$(COMPILE) $(SERVER_CFLAGS) -c -o $@ $<

# A board becomes `_binary_NAME_json_start` and `_end`, read-only. (Its length is end - start: the
# `_size` symbol is an absolute address, which a position-independent program cannot take.)
$(O)/boards/%.o: common/boards/%.json Makefile
	$(call say,BOARD,$@)
	@mkdir -p $(@D)
	$(QUIET)cd common/boards && $(LD) -r -b binary -z noexecstack -o $(abspath $@) $*.json
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# In the same way a text of "How to play" becomes `_binary_learn_en_json_start`.
$(O)/learn/%.o: common/learn/%.json Makefile
	$(call say,LEARN,$@)
	@mkdir -p $(@D)
	$(QUIET)cd common/learn && $(LD) -r -b binary -z noexecstack -o $(abspath $@) $*.json
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# All lessons become one list, `_binary_lessons_json_start`, so that another one needs no code.
$(O)/lessons/lessons.o: $(LESSONS) common/lessons Makefile
	$(call say,LEARN,$@)
	@mkdir -p $(@D)
	$(QUIET)before='['; for lesson in $(LESSONS); do printf '%s' "$$before"; cat "$$lesson"; before=','; done \
	    >$(@D)/lessons.json && printf ']' >>$(@D)/lessons.json
	$(QUIET)cd $(@D) && $(LD) -r -b binary -z noexecstack -o $(abspath $@) lessons.json
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# In the same way the puzzles become `_binary_puzzles_txt_start`, and their texts `_binary_puzzles_en_json_start`.
$(O)/puzzles/%.o: common/puzzles/% Makefile
	$(call say,PUZZLE,$@)
	@mkdir -p $(@D)
	$(QUIET)cd common/puzzles && $(LD) -r -b binary -z noexecstack -o $(abspath $@) $*
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# In the same way a migration becomes `_binary_001_init_sql_start`.
$(O)/sql/%.o: schema/sql/%.sql Makefile
	$(call say,SQL,$@)
	@mkdir -p $(@D)
	$(QUIET)cd schema/sql && $(LD) -r -b binary -z noexecstack -o $(abspath $@) $*.sql
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# PostgreSQL's have a prefix, because the numbers and some names are the same: `_binary_postgres_001_init_sql_start`.
$(O)/postgres/%.o: schema/postgres/%.sql Makefile
	$(call say,SQL,$@)
	@mkdir -p $(@D)
	$(QUIET)cd schema && $(LD) -r -b binary -z noexecstack -o $(abspath $@) postgres/$*.sql
	$(QUIET)objcopy --rename-section .data=.rodata,alloc,load,readonly,data,contents $@

# gaslightd finds the built client beside it; `--web client-web` serves the sources instead.
$(WEB): $(shell find client-web -type f)
	$(call say,BUNDLE,$(@D))
	@mkdir -p $(dir $(@D))
	$(QUIET)client-web/bundle $(abspath $(@D))

.PHONY: run
run: ## install what building needs, build, and start the server with ARGS=; STORE=postgres for a private PostgreSQL
ifeq ($(STORE),postgres)
	@deploy/install-deps postgres
	@$(MAKE) --no-print-directory all
	@exec deploy/private-postgres run build/private-postgres build/gaslightd $(ARGS)
else ifneq ($(STORE),)
	$(error STORE=$(STORE): the only other store is STORE=postgres)
else
	@deploy/install-deps build
	@$(MAKE) --no-print-directory all
	@exec build/gaslightd $(ARGS)
endif

.PHONY: install
install: all ## install programs, manual and browser client under PREFIX (/usr/local), inside DESTDIR
	rm -rf $(DESTDIR)$(PREFIX)/share/gaslight/web
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/gaslight/web \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	install -m 755 $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install -m 644 client-cli/gaslight.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 client-cli/completion/gaslight.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/gaslight
	install -m 644 client-cli/completion/_gaslight $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	cp -R $(dir $(WEB)). $(DESTDIR)$(PREFIX)/share/gaslight/web

.PHONY: clean
clean: ## remove everything that was built
	rm -rf build

# ---- Testing: tests/run builds what its parts need, runs them and counts ------------------------

.PHONY: test
test: ## unit, black-box and browser tests and planted leaks: a few minutes
	@deploy/install-deps test
	@tests/run unit leaks blackbox browser

.PHONY: verify
verify: ## the rest: lint, sanitizers, valgrind, long games, fuzzing; N= random games, T= fuzz seconds
	@deploy/install-deps test
	@T='$(T)' tests/run lint sanitized long browser_long fuzz

.PHONY: test-unit
test-unit: ## only the unit tests
	@tests/run unit

.PHONY: test-blackbox
test-blackbox: ## only the black-box tests of the programs
	@tests/run blackbox

.PHONY: test-browser
test-browser: ## only the browser tests
	@tests/run browser

.PHONY: test-leaks
test-leaks: ## plant leaks of secrets one at a time, and show that each is caught
	@SHOW=1 tests/run leaks

.PHONY: fuzz
fuzz: ## fuzz every target for T= seconds (10) from its committed corpus
	@T='$(T)' tests/run fuzz

.PHONY: unit-programs
unit-programs: $(UNIT_TESTS)

$(filter $(O)/tests/unit/common/%,$(UNIT_TESTS)) $(filter-out $(SERVER_BENCHES),$(BENCHES)): %: %.o $(SUPPORT) $(COMMON) $(BOARDS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -o $@ $^ $(TEST_LIBS)

# Tests of the programs' modules are linked with the whole program except main().
$(filter $(O)/tests/unit/server/%,$(UNIT_TESTS)) $(SERVER_BENCHES): %: %.o $(filter-out $(O)/server/main.o,$(SERVER)) $(SUPPORT) $(COMMON) $(BOARDS) $(MIGRATIONS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -pthread -o $@ $^ $(TEST_LIBS) $(SERVER_LIBS)

$(filter $(O)/tests/unit/client-cli/%,$(UNIT_TESTS)): %: %.o $(filter-out $(O)/client-cli/main.o,$(CLIENT)) $(SUPPORT) $(COMMON) $(BOARDS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -pthread -o $@ $^ $(TEST_LIBS) $(CLIENT_LIBS) -lm

$(O)/tests/%.o: tests/%.c Makefile
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(QUIET)$(COMPILE) $(TEST_CFLAGS) -c -o $@ $<

# The linker redirects calls to each symbol in wrap.flags (one per line) to its mutant in tests/leaks.
.PHONY: leaks-program
leaks-program: $(O)/tests/leaks/leaks

WRAPPED = $(shell cat tests/leaks/wrap.flags)
$(O)/tests/leaks/leaks: $(LEAKS) $(SUPPORT) $(COMMON) $(BOARDS) tests/leaks/wrap.flags
	$(call say,LINK,$@)
	$(QUIET)$(LINK) $(WRAPPED:%=-Wl$(comma)--wrap=%) -o $@ $(filter %.o,$^) $(TEST_LIBS)

# A gaslightd with planted leaks, for test_leaky_server.py.
.PHONY: leaky-server
leaky-server: $(O)/tests/leaks/server/gaslightd

WRAPPED_SERVER = $(shell cat tests/leaks/server/wrap.flags)
$(O)/tests/leaks/server/gaslightd: $(LEAKY_SERVER) $(SERVER) $(COMMON) $(BOARDS) $(MIGRATIONS) tests/leaks/server/wrap.flags
	$(call say,LINK,$@)
	$(QUIET)$(LINK) $(WRAPPED_SERVER:%=-Wl$(comma)--wrap=%) -pthread -o $@ $(filter %.o,$^) $(SERVER_LIBS)

# A gaslightd that lacks a protection of clusters, for test_cluster_controls.py.
.PHONY: careless-server
careless-server: $(O)/tests/controls/gaslightd

CARELESS = $(shell cat tests/controls/wrap.flags)
$(O)/tests/controls/gaslightd: $(CARELESS_SERVER) $(SERVER) $(COMMON) $(BOARDS) $(MIGRATIONS) tests/controls/wrap.flags
	$(call say,LINK,$@)
	$(QUIET)$(LINK) $(CARELESS:%=-Wl$(comma)--wrap=%) -pthread -o $@ $(filter %.o,$^) $(SERVER_LIBS)

# Fuzz targets are built by clang, instrumented, together with all of common/, the random players, and what reads the
# bytes between nodes.
FUZZERS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_COMMON := $(patsubst %.c,build/fuzz/%.o,$(call sources,common) tests/support/c/play.c \
               server/cluster/link_wire.c server/cluster/message.c)
FUZZ_CC = clang $(LANGUAGE) $(WARNINGS) -O1 -g -fno-omit-frame-pointer \
          -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all

.PHONY: fuzz-programs
fuzz-programs: $(FUZZERS)

$(FUZZERS): build/fuzz/%: build/fuzz/tests/fuzz/%.o $(FUZZ_COMMON) $(BOARDS)
	$(call say,LINK,$@)
	$(QUIET)$(FUZZ_CC) -o $@ $^ $(LIBS)

build/fuzz/%.o: %.c Makefile
	$(call say,CLANG,$@)
	@mkdir -p $(@D)
	$(QUIET)$(FUZZ_CC) -MMD -MP $(JANSSON_CFLAGS) -c -o $@ $<

# What `make bench`, `soak` and `chaos` run: the load generator, a bare server to compare with, and a gaslightd with the
# in-memory store (the same objects, but main.o uses the other engine).
LOAD_PROGRAMS := $(O)/tests/load/load $(O)/tests/bench/bare $(O)/tests/bench/gaslightd_memory

.PHONY: load-programs
load-programs: $(LOAD_PROGRAMS)

# Uses only libc, and none of the code that it measures.
$(O)/tests/load/load: $(LOAD)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -o $@ $^

$(O)/tests/bench/bare: $(O)/tests/bench/bare.o
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -o $@ $^ $$(pkg-config --libs libuv libwebsockets)

$(O)/tests/bench/main_memory.o: $(O)/server/main.o
	@mkdir -p $(@D)
	$(QUIET)objcopy --redefine-sym store_sqlite=store_memory $< $@

$(O)/tests/bench/gaslightd_memory: $(filter-out $(O)/server/main.o,$(SERVER)) $(O)/tests/bench/main_memory.o $(COMMON) $(BOARDS) $(MIGRATIONS)
	$(call say,LINK,$@)
	$(QUIET)$(LINK) -pthread -o $@ $^ $(SERVER_LIBS)

.PHONY: bench
bench: all $(BENCHES) $(LOAD_PROGRAMS) ## measure; prints a table and writes build/bench.json; ROUNDS= per comparison
	@BUILD=$(O) GASLIGHT=$(O)/gaslight ROUNDS='$(ROUNDS)' tests/bench/run

.PHONY: soak
soak: all $(LOAD_PROGRAMS) ## connect, play, leave and restart for T= seconds; fails if memory or descriptors grow
	@BUILD=$(O) T='$(if $(filter command line environment,$(origin T)),$(T),600)' /usr/bin/python3 tests/load/soak.py

.PHONY: chaos
chaos: all ## ROUNDS= (30) of kills, bad networks and failing disks; prints the SEED= that repeats a failure
	@BUILD=$(O) SEED='$(SEED)' ROUNDS='$(ROUNDS)' TROUBLE='$(TROUBLE)' /usr/bin/python3 tests/load/chaos.py

.PHONY: chaos-cluster
chaos-cluster: all ## ROUNDS= (30) of failing nodes, networks and PostgreSQL; prints the SEED= that repeats a failure
	@BUILD=$(O) SEED='$(SEED)' ROUNDS='$(ROUNDS)' TROUBLE='$(TROUBLE)' /usr/bin/python3 tests/load/chaos_cluster.py

# ---- Lint --------------------------------------------------------------------------------------

.PHONY: lint
lint: format-check tidy cppcheck house-rules ## format, clang-tidy, cppcheck and the house rules

.PHONY: format
format: ## format every C file with clang-format
	clang-format -i $(C_FILES)

.PHONY: format-check
format-check:
	$(call say,LINT,clang-format)
	$(QUIET)clang-format --dry-run -Werror $(C_FILES)

# One stamp per file, so that only changed files are checked again. Tests are left to the compiler
# and cppcheck: clang-tidy warns about Check's macros.
TIDIED := $(PROGRAM_SOURCES:%=build/tidy/%.ok)
# How far the static analyzer follows a function. Its default, 225000, takes four times as long.
NODES ?= 75000
ANALYZER = -Xclang -analyzer-config -Xclang max-nodes=$(NODES)

.PHONY: tidy
tidy: $(TIDIED)

build/tidy/%.ok: % .clang-tidy $(filter %.h,$(C_FILES))
	$(call say,TIDY,$<)
	@mkdir -p $(@D)
	$(QUIET)clang-tidy --quiet $< -- $(LANGUAGE) $(SERVER_CFLAGS) $(ANALYZER) 2>$@.err || { cat $@.err; exit 1; }
	@touch $@

# cppcheck does not read system headers; without the list macros it does not understand the code.
QUEUE_HEADER := $(firstword $(wildcard /usr/include/sys/queue.h /usr/include/*/sys/queue.h))

.PHONY: cppcheck
cppcheck:
	$(call say,LINT,cppcheck)
	@mkdir -p build/cppcheck
	$(QUIET)cppcheck --quiet --std=c11 --library=posix -I. --inline-suppr $(QUEUE_HEADER:%=--include=%) \
	    --enable=warning,style,performance,portability --error-exitcode=1 \
	    --suppressions-list=tests/lint/cppcheck.suppress \
	    --cppcheck-build-dir=build/cppcheck -j 2 $(filter %.c,$(C_FILES))

.PHONY: house-rules
house-rules: $(COMMON) $(SERVER) $(CLIENT)
	$(call say,LINT,house rules)
	$(QUIET)tests/lint/check --self-test
	$(QUIET)tests/lint/check --objects $(O)

# ---- Help --------------------------------------------------------------------------------------

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

# Dependencies of each object, written by the compiler.
-include $(shell find build -name '*.d' 2>/dev/null)
