import type { CallFacts, CallFilter, MediaFault, VoiceControl } from '../../kernel/voice-control.ts'
import type { Call } from './call.ts'
import type { Calls } from './calls.ts'

/** Returns the hold of the control API on calls. */
export function callControl(calls: Calls): Pick<VoiceControl, 'calls' | 'fault'> {
  return {
    calls: () => Promise.all(calls.all.map(factsOf)),
    fault: (filter, fault) => disturb(calls, filter, fault),
  }
}

async function factsOf({ channelId, sessions }: Call): Promise<CallFacts> {
  const members = sessions.map(async ({ ticket: { userId }, media, socket }) => ({
    userId,
    ...media.facts(),
    delayMs: (await socket?.roundTripMs()) ?? null,
  }))
  return { channelId, members: await Promise.all(members) }
}

function disturb(calls: Calls, { userId, channelId }: CallFilter, fault: MediaFault | null): number {
  const selected = calls.all
    .filter((call) => channelId === undefined || call.channelId === channelId)
    .flatMap(({ sessions }) => sessions)
    .filter(({ ticket }) => userId === undefined || ticket.userId === userId)
  for (const { media } of selected) media.disturb(fault)
  return selected.length
}
