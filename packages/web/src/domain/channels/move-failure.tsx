import { useStore } from 'zustand'
import { ErrorText } from '../../ui/field.tsx'
import { moveFailure } from './move-channels.ts'

/** Text about the last move of a channel in a guild, if it failed. */
export function MoveFailure({ guildId }: { guildId: string }) {
  const failure = useStore(moveFailure, (state) => state.failure)
  return failure?.guildId === guildId ? <ErrorText>{failure.text}</ErrorText> : null
}
