import type { Command } from '../command.ts'
import { activityCommands } from './activity.ts'
import { authorizationCommands } from './authorization.ts'
import { embeddedCommands } from './embedded.ts'
import { guildCommands } from './guilds.ts'
import { inviteCommands } from './invites.ts'
import { pageCommands } from './pages.ts'
import { peopleCommands } from './people.ts'
import { soundboardCommands } from './soundboard.ts'
import { storeCommands } from './store.ts'
import { unsupportedCommands } from './unsupported.ts'
import { voiceCommands } from './voice.ts'

const all = [
  authorizationCommands,
  guildCommands,
  peopleCommands,
  pageCommands,
  activityCommands,
  inviteCommands,
  voiceCommands,
  soundboardCommands,
  storeCommands,
  embeddedCommands,
  unsupportedCommands,
].flat()

/** Every command, by name. The session itself carries out SUBSCRIBE and UNSUBSCRIBE. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]))
