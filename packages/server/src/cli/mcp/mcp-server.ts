import { worldSchema } from '../../world/world-schema.ts'
import { ACTING_TOOLS } from './acting-tools.ts'
import { CONTROL_TOOLS } from './control-tools.ts'
import { type Method, MethodError, RpcError } from './json-rpc.ts'
import type { ToolParts } from './tool.ts'

/** Versions of the protocol with the same tools and resources, the newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const TEXT_MAX_CHARS = 200_000

const TOOLS = [...CONTROL_TOOLS, ...ACTING_TOOLS]

interface Resource {
  readonly uri: string
  readonly name: string
  readonly description: string
  read(parts: ToolParts): Promise<unknown>
}

const RESOURCES: readonly Resource[] = [
  {
    uri: 'guildhall://world.schema.json',
    name: 'world.schema.json',
    description: 'JSON Schema of world files: the people, applications and guilds of a platform that starts empty',
    read: async () => worldSchema(),
  },
  {
    uri: 'guildhall://control-api.json',
    name: 'control-api.json',
    description: 'OpenAPI document of the control API: clock, faults, tape, people, tokens',
    read: ({ control }) => control.send('GET', '/openapi.json'),
  },
]

/** Returns the methods of a server of the Model Context Protocol, for one platform. */
export function mcpServer(parts: Omit<ToolParts, 'signal'>, version: string): Method {
  const methods: Record<string, (params: Record<string, unknown>, signal: AbortSignal) => unknown> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion: VERSIONS.find((known) => known === protocolVersion) ?? VERSIONS[0],
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'guildhall', title: 'Guildhall', version },
      instructions:
        'A platform for testing bots. list_directory has names and ids; act as people by username, and wait_for_message shows what they see.',
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: TOOLS.map(describeTool) }),
    'tools/call': (params, signal) => callTool({ ...parts, signal }, params),
    'resources/list': () => ({ resources: RESOURCES.map(describeResource) }),
    'resources/templates/list': () => ({ resourceTemplates: [] }),
    'resources/read': (params, signal) => readResource({ ...parts, signal }, params),
  }
  return async (name, params, signal) => {
    if (name.startsWith('notifications/')) return {}
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined
    if (!method) throw new MethodError(RpcError.METHOD, `There is no method ${name}.`)
    return method(params, signal)
  }
}

function describeTool({ name, description, input, isReading }: (typeof TOOLS)[number]) {
  return { name, description, inputSchema: input, annotations: { readOnlyHint: isReading } }
}

function describeResource({ uri, name, description }: Resource) {
  return { uri, name, description, mimeType: 'application/json' }
}

/** Failures of a tool are results, so that an agent reads them. */
async function callTool(parts: ToolParts, { name, arguments: input = {} }: Record<string, unknown>) {
  const tool = TOOLS.find((entry) => entry.name === name)
  if (!tool) throw new MethodError(RpcError.PARAMS, `There is no tool ${JSON.stringify(name)}.`)
  try {
    return { content: [{ type: 'text', text: textOf(await tool.run(parts, input)) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: (error as Error).message.slice(0, TEXT_MAX_CHARS) }], isError: true }
  }
}

function textOf(result: unknown): string {
  const text = JSON.stringify(result ?? { done: true })
  return text.length <= TEXT_MAX_CHARS ? text : `${text.slice(0, TEXT_MAX_CHARS)}… (cut; ask for less)`
}

async function readResource(parts: ToolParts, { uri }: Record<string, unknown>) {
  const found = RESOURCES.find((entry) => entry.uri === uri)
  if (!found) throw new MethodError(RpcError.PARAMS, `There is no resource ${JSON.stringify(uri)}.`)
  const text = JSON.stringify(await found.read(parts))
  return { contents: [{ uri: found.uri, mimeType: 'application/json', text }] }
}
