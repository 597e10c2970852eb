import { withChanged } from '../maps.ts'
import type { ClientState, GuildState } from '../state.ts'

/** Returns the state with one guild changed, or the state itself if the guild is unknown. */
export function inGuild(state: ClientState, id: string, change: (guild: GuildState) => GuildState): ClientState {
  const guilds = withChanged(state.guilds, id, change)
  return guilds === state.guilds ? state : { ...state, guilds }
}
