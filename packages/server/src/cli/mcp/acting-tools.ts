/** Tools that act as people. */
import { randomUUID } from 'node:crypto'
import { Int, Json, List, Optional, Text, Type } from '../../validation/schema.ts'
import { ToolError } from './people.ts'
import type { SeenEvent } from './person-session.ts'
import { type Tool, type ToolParts, tool } from './tool.ts'

const Person = Text(1, 32)
const Id = Type.String({ pattern: '^[0-9]{1,20}$', minLength: 1, maxLength: 20 })
const WAIT_DEFAULT_S = 20
const WAIT_MAX_S = 120
/** Flag of a message that says that the application thinks. */
const LOADING = 1 << 7
const SUBCOMMANDS = [1, 2]

interface Command {
  id: string
  name: string
  type?: number
  application_id: string
  options?: CommandOption[]
}

interface CommandOption {
  name: string
  type: number
  options?: CommandOption[]
}

const sendMessage = tool({
  name: 'send_message',
  description: 'A person writes a message in a channel.',
  input: Type.Object({ person: Person, channel_id: Id, content: Text(1, 4_000) }),
  isReading: false,
  run: ({ people }, { person, channel_id, content }) =>
    people.request(person, 'POST', `/channels/${channel_id}/messages`, { content }),
})

const readMessages = tool({
  name: 'read_messages',
  description: 'The latest messages of a channel as a person sees them, newest first.',
  input: Type.Object({ person: Person, channel_id: Id, limit: Optional(Int(1, 100)) }),
  isReading: true,
  run: ({ people }, { person, channel_id, limit = 20 }) =>
    people.request(person, 'GET', `/channels/${channel_id}/messages?limit=${limit}`),
})

const listChannels = tool({
  name: 'list_channels',
  description: 'The channels of a guild that a person sees.',
  input: Type.Object({ person: Person, guild_id: Id }),
  isReading: true,
  run: ({ people }, { person, guild_id }) => people.request(person, 'GET', `/guilds/${guild_id}/channels`),
})

const listCommands = tool({
  name: 'list_commands',
  description: 'The commands that a person can use in a channel, with their options.',
  input: Type.Object({ person: Person, channel_id: Id }),
  isReading: true,
  run: ({ people }, { person, channel_id }) =>
    people.request(person, 'GET', `/channels/${channel_id}/application-command-index`),
})

const useCommand = tool({
  name: 'use_command',
  description:
    'A person uses an application command, such as "ban" or "config set" (with subcommands). `options` are values by name; users, ' +
    'channels and roles by id. The response comes by wait_for_message.',
  input: Type.Object({
    person: Person,
    channel_id: Id,
    command: Text(1, 100),
    options: Optional(Json),
    target_id: Optional(Id),
  }),
  isReading: false,
  async run(parts, { person, channel_id, command, options, target_id }) {
    const { application_commands: commands } = await parts.people.request<{ application_commands: Command[] }>(
      ...([person, 'GET', `/channels/${channel_id}/application-command-index`] as const),
    )
    const words = command.replace(/^\//, '').split(' ')
    const found = commands.find(({ name }) => name === (target_id === undefined ? words[0] : command))
    if (!found) throw new ToolError(`There is no such command, only: ${commands.map(({ name }) => name).join(', ')}`)
    const values = objectOf<Record<string, unknown>>('options', options ?? {})
    const given = target_id === undefined ? { options: optionsOf(found.options ?? [], words.slice(1), values) } : {}
    const data = { id: found.id, name: found.name, type: found.type ?? 1, ...given, ...(target_id && { target_id }) }
    return interact(parts, person, { type: 2, application_id: found.application_id, channel_id, data })
  },
})

function optionsOf(described: CommandOption[], path: string[], values: Record<string, unknown>): unknown[] {
  const [first, ...rest] = path
  if (first !== undefined) {
    const option = described.find(({ name, type }) => name === first && SUBCOMMANDS.includes(type))
    if (!option) throw new ToolError(`There is no subcommand ${JSON.stringify(first)}.`)
    return [{ name: option.name, type: option.type, options: optionsOf(option.options ?? [], rest, values) }]
  }
  return Object.entries(values).map(([name, value]) => {
    const option = described.find((entry) => entry.name === name)
    if (option) return { name, type: option.type, value }
    throw new ToolError(`There is no option ${name}, only: ${described.map((entry) => entry.name).join(', ')}`)
  })
}

interface Component {
  type: number
  custom_id?: string
  components?: Component[]
  component?: Component
  accessory?: Component
}

interface Message {
  id: string
  channel_id: string
  application_id?: string
  author: { id: string }
  components?: Component[]
}

const useComponent = tool({
  name: 'use_component',
  description:
    'A person presses a button of a message that wait_for_message returned, or chooses `values` of a select. `message` is that message.',
  input: Type.Object({
    person: Person,
    message: Json,
    custom_id: Text(1, 100),
    values: Optional(List(Text(1, 100), 0, 25)),
  }),
  isReading: false,
  async run(parts, { person, message: given, custom_id, values }) {
    const message = objectOf<Message>('message', given)
    const found = leaves(message.components ?? []).find((component) => component.custom_id === custom_id)
    if (!found) throw new ToolError(`The message has no component ${JSON.stringify(custom_id)}.`)
    return interact(parts, person, {
      ...{ type: 3, message_id: message.id, channel_id: message.channel_id },
      application_id: message.application_id ?? message.author.id,
      data: { custom_id, component_type: found.type, ...(values && { values }) },
    })
  },
})

function leaves(components: readonly Component[]): Component[] {
  return components.flatMap((entry) => {
    const inside = [...(entry.components ?? []), entry.component, entry.accessory].filter(
      (child) => child !== undefined,
    )
    return [...leaves(inside), entry]
  })
}

interface ShownModal {
  id: string
  custom_id: string
  channel_id: string
  components?: Component[]
  application?: { id: string }
}

const submitModal = tool({
  name: 'submit_modal',
  description: 'A person sends in a modal that wait_for_message returned. `values` are texts or lists by custom id.',
  input: Type.Object({ person: Person, modal: Json, values: Json }),
  isReading: false,
  async run(parts, { person, modal: given, values }) {
    const modal = objectOf<ShownModal>('modal', given)
    const components = (modal.components ?? []).map((entry) => filled(entry, objectOf('values', values ?? {})))
    return interact(parts, person, {
      ...{ type: 5, application_id: modal.application?.id, channel_id: modal.channel_id },
      data: { id: modal.id, custom_id: modal.custom_id, components },
    })
  },
})

function filled({ type, custom_id, components, component }: Component, values: Record<string, unknown>): object {
  const value = values[custom_id ?? ''] ?? ''
  return {
    type,
    ...(components && { components: components.map((entry) => filled(entry, values)) }),
    ...(component && { component: filled(component, values) }),
    ...(custom_id !== undefined && { custom_id, [Array.isArray(value) ? 'values' : 'value']: value }),
  }
}

/** Returns an input that must be an object. The platform checks its fields. @throws ToolError */
function objectOf<T>(name: string, value: unknown): T {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T
  throw new ToolError(`${name} must be an object`)
}

async function interact({ people }: ToolParts, person: string, body: { channel_id: string; [field: string]: unknown }) {
  const { id } = await people.session(person)
  const channel = await people.request<{ guild_id?: string }>(person, 'GET', `/channels/${body.channel_id}`)
  const place = channel.guild_id === undefined ? {} : { guild_id: channel.guild_id }
  await people.request(person, 'POST', '/interactions', { ...body, ...place, session_id: id, nonce: randomUUID() })
  return { sent: true, next: 'wait_for_message shows the response.' }
}

const waitForMessage = tool({
  name: 'wait_for_message',
  description:
    'Waits for a message, an edit or a modal that a person sees and that no earlier call returned, including ephemeral ones. ' +
    'Own messages and deferred responses are passed over.',
  input: Type.Object({
    person: Person,
    from_id: Optional(Id),
    contains: Optional(Text(1, 1_000)),
    timeout_s: Optional(Int(0, WAIT_MAX_S)),
  }),
  isReading: true,
  async run({ people, signal }, { person, from_id, contains, timeout_s = WAIT_DEFAULT_S }) {
    const self = await people.request<{ id: string }>(person, 'GET', '/users/@me')
    const matches = (event: SeenEvent) => isWanted(event, { selfId: self.id, from_id, contains })
    const end = performance.now() + timeout_s * 1_000
    for (;;) {
      const session = await people.session(person)
      const found = await session.take(matches, { timeoutMs: end - performance.now(), signal })
      if (found) return { event: found.type, ...found.data }
      // A session that a fault or another world has ended is opened again.
      if (!session.isOpen && !signal.aborted && performance.now() < end) continue
      const others = session.unread.map(({ type, data }) => `${type} ${String(data.content ?? '')}`.slice(0, 200))
      throw new ToolError(`Nothing came within ${timeout_s} s. Not read: ${others.join('; ') || 'nothing'}`)
    }
  },
})

interface Wanted {
  selfId: string
  from_id: string | undefined
  contains: string | undefined
}

function isWanted({ type, data }: SeenEvent, { selfId, from_id, contains }: Wanted): boolean {
  if (!type.startsWith('MESSAGE_')) return from_id === undefined && contains === undefined
  const author = (data.author as { id?: string } | undefined)?.id
  if ((Number(data.flags ?? 0) & LOADING) !== 0) return false
  if (from_id === undefined ? author === selfId : author !== from_id) return false
  return contains === undefined || String(data.content ?? '').includes(contains)
}

export const ACTING_TOOLS: readonly Tool[] = [
  ...[sendMessage, readMessages, listChannels, listCommands],
  ...[useCommand, useComponent, submitModal, waitForMessage],
]
