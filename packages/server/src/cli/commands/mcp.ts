import type { Command, Given } from '../command.ts'
import type { McpOptions } from '../mcp/serve-mcp.ts'
import { optionsNamed } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { controlKeyOf, keyOption, serverOption, TARGET_OPTIONS } from '../options/target-options.ts'

interface Draft {
  server: string | null
  key: string | null
  world: string | null
}

/** Options of `mcp`, in the order of the help. */
const MCP_OPTIONS: Options<Draft> = {
  server: serverOption,
  key: keyOption,
  ...optionsNamed(TARGET_OPTIONS, ['world']),
}

/** `guildhall mcp`: the Model Context Protocol on stdin and stdout. */
export const mcp: Command<McpOptions> = {
  name: 'mcp',
  usage: '[options]',
  help: ['serve the Model Context Protocol on stdin and stdout, for editors and agents'],
  title: 'Options of mcp:',
  options: MCP_OPTIONS,
  parse,
  run: async (options) => (await import('../mcp/serve-mcp.ts')).runMcp(options),
}

function parse({ args, env }: Given): { options: McpOptions } | string {
  const draft: Draft = { server: null, key: null, world: null }
  const wrong = readOptions(args, draft, MCP_OPTIONS)
  if (wrong !== undefined) return wrong
  const { server, world } = draft
  if (server === null) return draft.key === null ? { options: { platform: { world } } } : '--key is for --server'
  if (world !== null) return '--world is for the platform that is started without --server'
  return { options: { platform: { server, key: controlKeyOf(draft, env) } } }
}
