export { GuildMenu } from './guild-menu.tsx'
export { NewGuild } from './new-guild.tsx'
