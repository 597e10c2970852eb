import { createPlatform } from '../../platform/main.ts'
import { VERSION } from '../../platform/package-folder.ts'
import { readWorldFile } from '../../world/index.ts'
import { findControl } from '../control/control-address.ts'
import { ControlClient } from '../control/control-client.ts'
import { serveLines } from './json-rpc.ts'
import { mcpServer } from './mcp-server.ts'
import { People } from './people.ts'

/** Options of `guildhall mcp`: a running platform, whose key is looked for when null, or one in memory. */
export interface McpOptions {
  platform: { server: string; key: string | null } | { world: string | null }
}

/** Serves the Model Context Protocol on stdin and stdout until stdin ends. The log goes to stderr. */
export async function runMcp({ platform }: McpOptions): Promise<void> {
  const target = 'server' in platform ? await running(platform) : await startOwn(platform.world)
  const control = new ControlClient(new URL(target.server), target.key)
  const people = new People(control)
  const end = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end.abort())
  process.stderr.write(`guildhall mcp: platform ${control.origin}\n`)
  try {
    await serveLines(process.stdin, process.stdout, mcpServer({ control, people }, VERSION), end.signal)
  } finally {
    await people.close()
    await target.close()
  }
}

async function running({ server, key }: { server: string; key: string | null }) {
  const found = await findControl({ server, key, data: './.guildhall', env: process.env })
  return { server: found.server.origin, key: found.key, close: async () => {} }
}

async function startOwn(file: string | null) {
  const world = file === null ? undefined : await readWorldFile(file)
  const { control, url, close } = await createPlatform({ world, data: ':memory:', port: 0, tls: 'local', tape: true })
  return { server: url, key: control.key, close }
}
