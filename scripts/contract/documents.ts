import { api, startPlatform } from '@guildhall/testing'
import type { Document } from './operation-types.ts'

/** Returns the description of the control API that a platform of this checkout serves. */
export async function controlDocument(): Promise<Document> {
  await using platform = await startPlatform({ world: { users: {}, applications: {}, guilds: {} } })
  const { url, key } = platform.control
  return (await api(url, `Bearer ${key}`).get<Document>('/openapi.json')).body
}
