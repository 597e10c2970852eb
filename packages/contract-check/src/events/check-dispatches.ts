/** Compares the payloads of recorded gateway dispatches with the public documentation. [EVT-22] */
import type { Description, Schema } from '../description.ts'
import { Mismatches } from '../mismatches.ts'
import { readDispatches } from '../recorded.ts'
import { SchemaCheck } from '../schema-check.ts'
import { applicationEvents } from './application-events.ts'
import { channelEvents } from './channel-events.ts'
import { guildEvents } from './guild-events.ts'
import { Components } from './shapes.ts'
import { socialEvents } from './social-events.ts'
import { UNLISTED_OF_COMPONENTS } from './unlisted.ts'

/** Schemas by event name, or by name and receiver (`READY bot`) where the payload depends on the receiver. */
type EventSchemas = Readonly<Record<string, Schema>>

/** Returns the schema of every documented event. */
function documentedEvents(components: Components): EventSchemas {
  return {
    ...applicationEvents(components),
    ...channelEvents(components),
    ...guildEvents(components),
    ...socialEvents(components),
  }
}

/**
 * Checks a folder of recorded dispatches.
 * @param whole whether all tests were run, so that events that no client received are listed
 */
export async function checkDispatches(
  folder: string,
  description: Description,
  whole: boolean,
): Promise<{ lines: string[]; mismatches: number }> {
  const components = new Components(description, UNLISTED_OF_COMPONENTS)
  const schemas = documentedEvents(components)
  const { dispatches, seen, mismatches } = await compareDispatches(folder, components.description, schemas)
  const names = documentedNames(schemas)
  const missing = names.filter((name) => !seen.has(name))
  const lines = [
    `contract: ${dispatches} dispatches; of ${names.length} events ${names.length - missing.length} were received`,
  ]
  if (whole && missing.length > 0) lines.push(`  never received (${missing.length}): ${missing.join(' ')}`)
  return { lines: [...lines, ...mismatches.lines('the documented events')], mismatches: mismatches.size }
}

/** Compares recorded dispatches with schemas. */
export async function compareDispatches(folder: string, description: Description, schemas: EventSchemas) {
  const check = new SchemaCheck(description)
  const mismatches = new Mismatches()
  const names = new Set(documentedNames(schemas))
  const seen = new Set<string>()
  let dispatches = 0
  for await (const { event, data, receiver } of readDispatches(folder)) {
    dispatches += 1
    seen.add(event)
    const schema = schemas[`${event} ${receiver}`] ?? schemas[event]
    if (schema) for (const fault of check.faults(schema, data)) mismatches.note(event, receiver, fault)
    // Most events of people's own clients are not public.
    else if (receiver !== 'person' && !names.has(event)) {
      mismatches.note(event, receiver, { path: '', message: 'is not a documented event' })
    }
  }
  return { dispatches, seen, mismatches }
}

function documentedNames(schemas: EventSchemas): string[] {
  return [...new Set(Object.keys(schemas).map((key) => key.split(' ')[0] ?? key))].sort()
}
