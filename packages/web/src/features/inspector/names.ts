import { useMemo } from 'react'
import { useControlQuery } from './control-context.ts'

/** Names of the objects with ids on the tape, as far as the platform lists them. */
export interface Names {
  readonly applications: ReadonlyMap<string, string>
  readonly guilds: ReadonlyMap<string, string>
  readonly users: ReadonlyMap<string, string>
}

const NONE: Names = { applications: new Map(), guilds: new Map(), users: new Map() }

/** Returns the names of applications, guilds and users. A bot has the name of its application. */
export function useNames(): Names {
  const { data } = useControlQuery('directory', (control) => control.directory())
  return useMemo(() => {
    if (!data) return NONE
    const bots = data.applications.flatMap(({ name, bot_id }) => (bot_id === null ? [] : [[bot_id, name] as const]))
    return {
      applications: new Map(data.applications.map(({ id, name }) => [id, name])),
      guilds: new Map(data.guilds.map(({ id, name }) => [id, name])),
      users: new Map([...data.people.map(({ id, username }) => [id, username] as const), ...bots]),
    }
  }, [data])
}

/** Returns the name of an id; the id itself without one. */
export function nameOf(names: ReadonlyMap<string, string>, id: string): string {
  return names.get(id) ?? id
}
