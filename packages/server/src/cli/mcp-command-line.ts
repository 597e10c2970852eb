import { optionsNamed } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'
import { controlKeyOf, keyOption, serverOption, TARGET_OPTIONS } from './run-command-line.ts'

/** Options of `guildhall mcp`: a running platform, whose key is looked for when null, or one in memory. */
export interface McpOptions {
  platform: { server: string; key: string | null } | { world: string | null }
}

interface Draft {
  server: string | null
  key: string | null
  world: string | null
}

/** Options of `mcp`, in the order of the help. */
export const MCP_OPTIONS: Options<Draft> = {
  server: serverOption,
  key: keyOption,
  ...optionsNamed(TARGET_OPTIONS, ['world']),
}

/** Parses the arguments after `mcp`. Returns what is wrong with them, as text. Pure. */
export function parseMcpOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { options: McpOptions } | string {
  const draft: Draft = { server: null, key: null, world: null }
  const wrong = readOptions(args, draft, MCP_OPTIONS)
  if (wrong !== undefined) return wrong
  const { server, world } = draft
  if (server === null) return draft.key === null ? { options: { platform: { world } } } : '--key is for --server'
  if (world !== null) return '--world is for the platform that is started without --server'
  return { options: { platform: { server, key: controlKeyOf(draft, env) } } }
}
