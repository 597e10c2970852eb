import { later } from '../../lib/later.ts'

const newGuild = later(() => import('./new-guild.tsx'))

export { GuildMenu } from './guild-menu.tsx'
export const NewGuild = newGuild.component(({ NewGuild }) => NewGuild)
