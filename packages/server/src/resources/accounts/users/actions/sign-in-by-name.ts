import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import * as store from '../store.ts'
import { beginSession } from './sessions.ts'

/** Begins a session of a person for the operator, without a password. Returns its token; null for an unknown name. */
export async function signInByName(units: Units, name: string): Promise<string | null> {
  return units.write(SYSTEM_ACTOR, async (work) => {
    const user = await store.findUserByName(work, name.toLowerCase())
    return user && !user.bot ? beginSession(work, user.id) : null
  })
}
