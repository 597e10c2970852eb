import { randomBytes } from 'node:crypto'
import type { StartOptions, WorldFile } from '@guildhall/testing'
import { startPlatform } from './platform.ts'

/** One key of stored secrets for all nodes. */
export const secretKey = randomBytes(32)

/** Starts a node in this process on a database that others use. It leads its sessions to others in a moment. */
export function startNode<W extends WorldFile = Record<never, never>>(
  databaseUrl: string,
  node: string,
  options: StartOptions<W> = {},
) {
  return startPlatform<W>({ databaseUrl, node, secretKey, rateLimits: 'off', drainSeconds: 0.2, ...options })
}
