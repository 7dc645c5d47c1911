# What `.ci/run` and `.ci/nightly` share; sourced by both, in the repository's folder.
export CI=true DEBIAN_FRONTEND=noninteractive NO_COLOR=1

step() { printf '\n== %s (%ss)\n' "$1" "$SECONDS"; }

install_packages() {
  local missing=() pair
  for pair in ngspice:ngspice ccx:calculix-ccx xfoil:xfoil cc:gcc python3:python3 chromium:chromium parallel:parallel git:git curl:curl awk:mawk ps:procps; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
  done
  [ "${#missing[@]}" -eq 0 ] && return
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  local attempt
  for attempt in 1 2 3; do
    if "${as_root[@]}" apt-get update -qq &&
      "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
      return
    fi
    echo "attempt $attempt to install ${missing[*]} failed"
    sleep $((attempt * 5))
  done
  return 1
}

# Of the deployment's tests alone.
install_postgres() {
  [ -n "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] && return
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -y -qq --no-install-recommends postgresql >/dev/null
}

# The program's own search, so that the tests find what it finds; with nothing there it builds the server with Go.
install_server() {
  node --input-type=module <<'JS'
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findServer } from './dist/src/temporal/server/find-server.js';

const cacheDirectory = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'doeflow');
let last = Date.now();
const found = await findServer({
  temporalPath: process.env.DOEFLOW_TEMPORAL_PATH,
  cacheDirectory,
  env: process.env,
  signal: AbortSignal.timeout(40 * 60_000),
  onProgress: (text) => {
    if (Date.now() - last < 10_000) return;
    last = Date.now();
    console.log(text);
  },
});
console.log(`Temporal server: ${found.executable} (${found.foundBy})`);
JS
}

passed=0
failed=0
# Runs a command as one test of the name that is its first argument.
count() {
  local name=$1
  shift
  step "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
  fi
}

# Runs Vitest with the given arguments and counts its tests one by one.
count_tests() {
  local report tests_ended=0 counts tests_passed tests_failed
  report=$(mktemp -d)/vitest.json
  npx vitest run "$@" --reporter=default --reporter=json --outputFile.json="$report" || tests_ended=$?
  counts=$(
    REPORT=$report TESTS_ENDED=$tests_ended node --input-type=module <<'JS'
import { existsSync, readFileSync } from 'node:fs';

const { REPORT, TESTS_ENDED } = process.env;
let passed = 0;
let failed = 0;
if (existsSync(REPORT)) {
  for (const { name, message, status, assertionResults } of JSON.parse(readFileSync(REPORT, 'utf8')).testResults) {
    const before = failed;
    for (const test of assertionResults) {
      if (test.status === 'passed') {
        passed += 1;
        continue;
      }
      failed += 1;
      console.error(`${test.status}: ${name} > ${test.fullName}`);
    }
    if (status === 'failed' && failed === before) {
      failed += 1;
      console.error(`failed: ${name}: ${message}`);
    }
  }
}
// Ended badly although each test that ran was good: an error outside of tests, or no report at all.
if (failed === 0 && (TESTS_ENDED !== '0' || passed === 0)) {
  failed = 1;
  console.error(`the test command ended with ${TESTS_ENDED}`);
}
console.log(`${passed} ${failed}`);
JS
  )
  read -r tests_passed tests_failed <<<"$counts"
  passed=$((passed + tests_passed))
  failed=$((failed + tests_failed))
}

# The last line of a run, and how it ends.
say_counts() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
