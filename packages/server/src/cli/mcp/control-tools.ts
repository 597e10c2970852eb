/** Tools over the control API. */
import { Int, Json, Optional, Text, Type } from '../../validation/schema.ts'
import { type Tool, type ToolParts, tool } from './tool.ts'

const Name = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', minLength: 1, maxLength: 64 })
const Nothing = Type.Object({})
/** Records that read_tape returns by default. */
const RECORDS_READ = 50

const status = tool({
  name: 'platform_status',
  description: 'The address of the platform, its date, and the gateway sessions of bots and people.',
  input: Nothing,
  isReading: true,
  run: async ({ control }) => ({
    url: control.origin,
    clock: await control.request('GET /clock'),
    sessions: await control.request('GET /gateway/sessions'),
  }),
})

const directory = tool({
  name: 'list_directory',
  description: 'Names and ids of people, applications with their bots, and guilds with their owners.',
  input: Nothing,
  isReading: true,
  run: ({ control }) => control.directory(),
})

const addPerson = tool({
  name: 'add_person',
  description: 'Adds a person to the platform. An invite brings the person into a guild.',
  input: Type.Object({ username: Text(2, 32), global_name: Optional(Text(1, 32)) }),
  isReading: false,
  run: ({ control }, input) => control.request('POST /people', input),
})

const issueToken = tool({
  name: 'issue_token',
  description: "One more token of a person (username or user_id) or of an application's bot (application_id).",
  input: Type.Object({
    username: Optional(Text(1, 32)),
    user_id: Optional(Text(1, 20)),
    application_id: Optional(Text(1, 20)),
  }),
  isReading: false,
  run: ({ control }, input) => control.request('POST /tokens', input),
})

const readTape = tool({
  name: 'read_tape',
  description:
    'The latest records of what went over the wire, newest last: HTTP requests, gateway frames, events with their receivers, and ' +
    'deliveries. read_tape_record has the details of one.',
  input: Type.Object({
    kind: Optional(Text(1, 100)),
    text: Optional(Text(1, 200)),
    application_id: Optional(Text(1, 20)),
    guild_id: Optional(Text(1, 20)),
    user_id: Optional(Text(1, 20)),
    after: Optional(Int(0, Number.MAX_SAFE_INTEGER)),
    limit: Optional(Int(1, 200)),
  }),
  isReading: true,
  run: ({ control }, input) => control.request('GET /tape', { ...input, limit: input.limit ?? RECORDS_READ }),
})

const readTapeRecord = tool({
  name: 'read_tape_record',
  description: 'One record of the tape with headers, bodies and payloads.',
  input: Type.Object({ id: Int(1, Number.MAX_SAFE_INTEGER) }),
  isReading: true,
  run: ({ control }, { id }) => control.request('GET /tape/{record_id}', { record_id: id }),
})

const recordTape = tool({
  name: 'record_tape',
  description: 'Starts or stops the tape.',
  input: Type.Object({ recording: Type.Boolean() }),
  isReading: false,
  run: ({ control }, input) => control.request('PATCH /tape', input),
})

const moveClock = tool({
  name: 'move_clock',
  description: 'Moves the date of the platform forward by advance_ms, or freezes and resumes it. Due tasks run.',
  input: Type.Object({ advance_ms: Optional(Int(0, 3_155_760_000_000)), frozen: Optional(Type.Boolean()) }),
  isReading: false,
  run: ({ control }, input) => control.request('PATCH /clock', input),
})

const KINDS = ['gateway', 'requests', 'endpoints'] as const

const injectFault = tool({
  name: 'inject_fault',
  description:
    'Injects a fault of `place` gateway (drop, close, invalid_session, reconnect, delay_frames, drop_frames, duplicate_frames), ' +
    'requests (delay_ms, status, by method and path) or endpoints (timeout, refuse). The resource control-api.json describes `fault`.',
  input: Type.Object({ place: Type.Union(KINDS.map((kind) => Type.Literal(kind))), fault: Json }),
  isReading: false,
  run: ({ control }, { place, fault }) => control.send('POST', `/${place}/faults`, { body: fault }),
})

const clearFaults = tool({
  name: 'clear_faults',
  description: 'Ends all faults of requests and endpoints.',
  input: Nothing,
  isReading: false,
  async run({ control }) {
    await control.request('DELETE /requests/faults')
    await control.request('DELETE /endpoints/faults')
    return { cleared: true }
  },
})

const reset = tool({
  name: 'reset',
  description: 'Returns the platform to its state at the start: the same ids and tokens.',
  input: Nothing,
  isReading: false,
  run: (parts) => replaceWorld(parts, () => parts.control.request('POST /reset')),
})

const snapshot = tool({
  name: 'snapshot',
  description: 'Keeps the present state under a name.',
  input: Type.Object({ name: Name }),
  isReading: false,
  run: ({ control }, { name }) => control.request('PUT /snapshots/{snapshot_name}', { snapshot_name: name }),
})

const restore = tool({
  name: 'restore',
  description: 'Returns to the state that snapshot kept under a name.',
  input: Type.Object({ name: Name }),
  isReading: false,
  run: (parts, { name }) =>
    replaceWorld(parts, () =>
      parts.control.request('POST /snapshots/{snapshot_name}/restore', { snapshot_name: name }),
    ),
})

/** Replaces the world, which ends the sessions of people: they open again before anything happens in it. */
async function replaceWorld<T>({ people }: ToolParts, replace: () => Promise<T>): Promise<T> {
  const replaced = await replace()
  await people.reconnect()
  return replaced
}

export const CONTROL_TOOLS: readonly Tool[] = [
  ...[status, directory, addPerson, issueToken, readTape, readTapeRecord, recordTape],
  ...[moveClock, injectFault, clearFaults, reset, snapshot, restore],
]
