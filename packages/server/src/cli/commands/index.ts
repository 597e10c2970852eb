import { type ListedCommand, listed } from '../command.ts'
import { admin } from './admin.ts'
import { backup } from './backup.ts'
import { client } from './client.ts'
import { completionOf } from './completion.ts'
import { doctor } from './doctor.ts'
import { env } from './env.ts'
import { files } from './files.ts'
import { mcp } from './mcp.ts'
import { moveStoreCommand } from './move-store.ts'
import { restore } from './restore.ts'
import { run } from './run.ts'
import { setup } from './setup.ts'
import { start } from './start.ts'
import { tail } from './tail.ts'
import { upgrade } from './upgrade.ts'
import { world } from './world.ts'

/** Every command, in the order of the help. A new command is a file of this folder and an entry of this list. */
export const COMMANDS: readonly ListedCommand[] = [
  listed(start),
  listed(run),
  listed(env),
  listed(client),
  listed(setup),
  listed(admin),
  listed(backup),
  listed(restore),
  listed(moveStoreCommand),
  listed(upgrade),
  listed(files),
  listed(tail),
  listed(doctor),
  listed(world),
  listed(mcp),
  listed(completionOf(() => COMMANDS)),
]
