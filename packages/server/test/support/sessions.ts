import type { Bot, Person, RawGateway } from '@guildhall/testing'

/** Opens a session of a person or bot, whose first guild has arrived. Other guilds may follow. */
export async function guildSession(who: Bot | Person, intents: number): Promise<RawGateway> {
  const gateway = await who.opens({ intents })
  await gateway.next('GUILD_CREATE')
  return gateway
}
