import { randomBytes } from 'node:crypto'
import type { StartOptions, WorldFile } from '@guildhall/testing'
import { startPlatform } from './platform.ts'

/** One key of stored secrets for all nodes. */
const secretKey = randomBytes(32)

/** Starts a node in this process on a database that others use. The command has no option for it yet. */
export function startNode<W extends WorldFile = Record<never, never>>(
  databaseUrl: string,
  node: string,
  options: StartOptions<W> = {},
) {
  return startPlatform<W>({ databaseUrl, node, secretKey, rateLimits: 'off', ...options })
}
