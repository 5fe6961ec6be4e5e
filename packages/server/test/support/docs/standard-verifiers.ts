/** Programs that verify the headers of Standard Webhooks with the standard library of their language alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Needs, runnable } from '../../../../../test-support/processes/languages.js'
import { mustRun } from '../../../../../tools/lib/run.js'

/** A webhook that a program is asked about. */
export interface Question {
  readonly secret: string
  readonly headers: Readonly<Record<string, unknown>>
  /** Base64. */
  readonly body: string
}

interface Verifier extends Needs {
  /** Builds the program in a folder. */
  build?(folder: string): Promise<unknown>
  /** Command that reads questions as JSON and prints a boolean for each. */
  command(folder: string): readonly [string, ...string[]]
}

const PYTHON = `
import base64, hashlib, hmac, json, sys, time

def verify(secret, headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    versions = [one.partition(",") for one in headers["webhook-signature"].split(" ")]
    return any(name == "v1" and hmac.compare_digest(value, mac) for name, _, value in versions)

ask = lambda row: verify(row["secret"], row["headers"], base64.b64decode(row["body"]))
print(json.dumps([ask(row) for row in json.load(sys.stdin)]))`

const PHP = `
function verify(string $secret, object $headers, string $body): bool {
    if (abs(time() - (int) $headers->{'webhook-timestamp'}) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $signed = "{$headers->{'webhook-id'}}.{$headers->{'webhook-timestamp'}}.$body";
    $mac = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    $found = array_filter(explode(' ', $headers->{'webhook-signature'}), fn($one) => hash_equals($mac, $one));
    return count($found) > 0;
}
$ask = fn($row) => verify($row->secret, $row->headers, base64_decode($row->body));
echo json_encode(array_map($ask, json_decode(stream_get_contents(STDIN))));`

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"time"
)

type row struct {
	Secret  string
	Headers map[string]string
	Body    []byte
}

func (r row) verify() bool {
	id, timestamp := r.Headers["webhook-id"], r.Headers["webhook-timestamp"]
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 300*time.Second {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(r.Secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(r.Body)
	for _, one := range strings.Split(r.Headers["webhook-signature"], " ") {
		version, value, _ := strings.Cut(one, ",")
		signature, err := base64.StdEncoding.DecodeString(value)
		if err == nil && version == "v1" && hmac.Equal(signature, mac.Sum(nil)) {
			return true
		}
	}
	return false
}

func main() {
	var rows []row
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	answers := []bool{}
	for _, one := range rows {
		answers = append(answers, one.verify())
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}
`

const ALL: readonly Verifier[] = [
  { name: 'python', needs: ['python3 --version'], command: () => ['python3', '-c', PYTHON] },
  { name: 'php', needs: ['php --version'], command: () => ['php', '-r', PHP] },
  {
    name: 'go',
    needs: ['go version'],
    build: buildGo,
    command: (folder) => [join(folder, 'verifier')],
  },
]

/** The languages that are installed on this machine. */
export const VERIFIERS: readonly Verifier[] = runnable(ALL)

/** Asks a built program. @returns its answers, in the order of the questions */
export async function ask(
  verifier: Verifier,
  folder: string,
  questions: readonly Question[],
): Promise<boolean[]> {
  const [command, ...args] = verifier.command(folder)
  const { stdout } = await mustRun(command, args, { input: Buffer.from(JSON.stringify(questions)) })
  return JSON.parse(stdout.toString('utf8'))
}

function buildGo(folder: string): Promise<unknown> {
  writeFileSync(join(folder, 'main.go'), GO)
  writeFileSync(join(folder, 'go.mod'), 'module verifier\n\ngo 1.19\n')
  return mustRun('go', ['build', '-ldflags', '-s -w', '-o', 'verifier'], { cwd: folder })
}
