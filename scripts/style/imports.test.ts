import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SRC = 'packages/server/src'
const WEB = 'packages/web/src'

const CLIENT_READER = 'packages/client/src/reader.ts'
const RPC_READER = 'packages/local-client/src/rpc/reader.ts'

/** One forbidden import for each rule of .dependency-cruiser.js: the importing file, the imported one. */
const PLANTED: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'no-cycles': [`${SRC}/kernel/circle-a.ts`, `${SRC}/kernel/circle-b.ts`],
  'protocol-imports-no-one': ['packages/protocol/src/ids.ts', `${SRC}/kernel/clock.ts`],
  'client-imports-protocol-only': ['packages/client/src/index.ts', `${SRC}/kernel/clock.ts`],
  'only-terminal-is-a-client': [`${SRC}/transports/http/call.ts`, 'packages/client/src/api.ts'],
  'web-imports-client-and-rpc-only': ['packages/web/src/app.ts', `${SRC}/kernel/clock.ts`],
  'web-lib-on-the-ground': [`${WEB}/lib/time.ts`, `${WEB}/gateway/client.ts`],
  'web-transport-imports-lib': [`${WEB}/api/client.ts`, `${WEB}/gateway/client.ts`],
  'web-gateway-imports-no-view': [`${WEB}/gateway/reduce.ts`, `${WEB}/ui/avatar.tsx`],
  'web-ui-knows-no-domain': [`${WEB}/ui/button.tsx`, `${WEB}/domain/places/places.ts`],
  'web-domain-imports-no-feature': [`${WEB}/domain/messages/jump.ts`, `${WEB}/features/messages/index.ts`],
  'web-features-import-no-feature': [`${WEB}/features/calls/call-button.tsx`, `${WEB}/features/voice/index.ts`],
  'web-features-below-shell': [`${WEB}/features/calls/call-room.tsx`, `${WEB}/shell/shell.tsx`],
  'web-features-by-face': [`${WEB}/shell/conversation.tsx`, `${WEB}/features/voice/voice-room.tsx`],
  'web-shell-below-routes': [`${WEB}/shell/side.tsx`, `${WEB}/routes.tsx`],
  'rpc-runs-in-browsers': ['packages/local-client/src/rpc/window.ts', 'packages/local-client/src/person/api.ts'],
  'kernel-imports-protocol-only': [`${SRC}/kernel/work.ts`, `${SRC}/access/guild.ts`],
  'libraries-import-no-domain': [`${SRC}/media/multipart.ts`, `${SRC}/resources/guild/pins/index.ts`],
  'access-imports-data-only': [`${SRC}/access/channel.ts`, `${SRC}/resources/guild/pins/actions/pin.ts`],
  'resources-import-no-transport': [`${SRC}/resources/guild/pins/actions/send.ts`, `${SRC}/transports/http/http.ts`],
  'resources-in-tiers': [`${SRC}/resources/pins/index.ts`, `${SRC}/kernel/work.ts`],
  'accounts-below-later-tiers': [`${SRC}/resources/accounts/users/model.ts`, `${SRC}/resources/guild/bans/store.ts`],
  'commerce-below-later-tiers': [`${SRC}/resources/commerce/skus/model.ts`, `${SRC}/resources/guild/bans/store.ts`],
  'guild-below-later-tiers': [`${SRC}/resources/guild/bans/model.ts`, `${SRC}/resources/messaging/calls/store.ts`],
  'messaging-below-later-tiers': [`${SRC}/resources/messaging/calls/model.ts`, `${SRC}/resources/apps/oauth2/store.ts`],
  'apps-below-later-tiers': [`${SRC}/resources/apps/oauth2/model.ts`, `${SRC}/resources/games/lobbies/store.ts`],
  'games-below-later-tiers': [
    `${SRC}/resources/games/lobbies/model.ts`,
    `${SRC}/resources/administration/control/store.ts`,
  ],
  'terminal-on-top': [`${SRC}/platform/main.ts`, `${SRC}/cli/command-line.ts`],
  'only-terminal-imports-platform': [`${SRC}/transports/http/list.ts`, `${SRC}/platform/operations.ts`],
  'only-platform-imports-adapters': [`${SRC}/transports/http/files.ts`, `${SRC}/adapters/files/disk.ts`],
  'adapters-import-no-domain': [`${SRC}/adapters/nats/bus.ts`, `${SRC}/resources/guild/pins/index.ts`],
  'transports-import-no-other-transport': [`${SRC}/transports/gateway/gateway.ts`, `${SRC}/transports/http/http.ts`],
  'neighbours-by-index': [`${SRC}/resources/guild/bans/actions/ban.ts`, `${SRC}/resources/guild/pins/actions/pin.ts`],
  'transports-by-index': [`${SRC}/transports/cdn/cdn.ts`, `${SRC}/resources/guild/pins/actions/pin.ts`],
  'data-imports-data': [`${SRC}/resources/guild/pins/events.ts`, `${SRC}/resources/guild/pins/actions/pin.ts`],
  'rules-import-no-action': [`${SRC}/resources/guild/pins/requests.ts`, `${SRC}/resources/guild/pins/actions/pin.ts`],
  'actions-import-no-operation': [
    `${SRC}/resources/guild/pins/actions/unpin.ts`,
    `${SRC}/resources/guild/pins/operations/pin.ts`,
  ],
  'sql-in-stores': [`${SRC}/resources/guild/pins/actions/count.ts`, `${SRC}/kernel/store/statement.ts`],
  'rules-load-nothing': [`${SRC}/resources/guild/pins/rules.ts`, `${SRC}/resources/guild/pins/store.ts`],
}
const EXTRA: Readonly<Record<string, string>> = {
  // The way back of the circle, a rule and a command that read files, and a file that nothing imports.
  [`${SRC}/kernel/circle-b.ts`]: "import './circle-a.ts'\n",
  [`${SRC}/resources/guild/bans/rules.ts`]: "import 'node:fs'\n",
  [RPC_READER]: "import 'node:fs'\n",
  [CLIENT_READER]: "import 'node:fs'\n",
  [`${SRC}/kernel/unused.ts`]: 'export const unused = 1\n',
}

let folder = ''
let reported: { rule: string; from: string }[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-imports-'))
  const files = new Map<string, string>(Object.entries(EXTRA))
  for (const [from, to] of Object.values(PLANTED)) {
    const path = relative(dirname(from), to)
    files.set(from, `${files.get(from) ?? ''}import '${path.startsWith('.') ? path : `./${path}`}'\n`)
    if (!files.has(to)) files.set(to, '')
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), `${text}export {}\n`)
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true}}',
  )
  reported = await cruise(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

/** Returns the violations that dependency-cruiser reports in a folder, by the rules of this checkout. */
async function cruise(cwd: string): Promise<{ rule: string; from: string }[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const args = [program, '--config', join(root, '.dependency-cruiser.js'), '--output-type', 'json', 'packages']
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout))
  })
  const { summary } = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  return summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }))
}

for (const [rule, [from]] of Object.entries(PLANTED)) {
  test(`the import rule ${rule} reports a planted violation`, () => {
    assert.ok(
      reported.some((violation) => violation.rule === rule && violation.from === from),
      `${rule} did not report ${from}`,
    )
  })
}

test('the import rule rules-are-pure reports a rule that reads files', () => {
  assert.ok(
    reported.some(({ rule, from }) => rule === 'rules-are-pure' && from === `${SRC}/resources/guild/bans/rules.ts`),
  )
})

test('the import rule rpc-imports-no-node reports a command that reads files', () => {
  assert.ok(reported.some(({ rule, from }) => rule === 'rpc-imports-no-node' && from === RPC_READER))
})

test('the import rule client-runs-in-browsers reports a client that reads files', () => {
  assert.ok(reported.some(({ rule, from }) => rule === 'client-runs-in-browsers' && from === CLIENT_READER))
})

test('the import rule no-dead-files reports a file that nothing imports', () => {
  assert.ok(reported.some(({ rule, from }) => rule === 'no-dead-files' && from === `${SRC}/kernel/unused.ts`))
})
