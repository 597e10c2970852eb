import type { Clock } from '../../kernel/clock.ts'
import type { EndpointFault, InjectedFaults } from '../../kernel/control.ts'
import { type Outgoing, OutgoingError } from '../../kernel/outgoing.ts'

/** Returns the same requests, with faults that the operator asks for. A faulty request is never sent. */
export function faultyOutgoing(outgoing: Outgoing, faults: InjectedFaults<EndpointFault>, wallClock: Clock): Outgoing {
  return {
    ...outgoing,
    async post(post, take) {
      const fault = faults.take(({ url = '' }) => post.url.startsWith(url))
      if (fault?.type === 'refuse') throw new OutgoingError('the connection was refused (injected fault)')
      if (fault?.type === 'timeout') {
        await new Promise<void>((resolve) => void wallClock.at(wallClock.now() + post.timeoutMs, resolve))
        throw new OutgoingError(`no answer within ${post.timeoutMs} ms (injected fault)`)
      }
      return outgoing.post(post, take)
    },
  }
}
