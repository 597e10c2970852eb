import { type GuildMinimal, makeGuildMinimal } from '../../values/guild-minimal.ts'
import type { Parts } from '../parts.ts'

/** Returns the guilds of the player. @throws ApiFailure without the scope `guilds` */
export async function fetchGuilds({ context, tokens }: Parts): Promise<GuildMinimal[]> {
  const authorization = tokens.authorization ?? null
  const guilds = await context.requests.send<{ id: string; name: string }[]>('GET', '/users/@me/guilds', {
    authorization,
  })
  return guilds.map(({ id, name }) => makeGuildMinimal({ id: BigInt(id), name }))
}
