/** Events of activities inside the client. Other hosts never dispatch those of the frame. */
import { eventSource } from '../command.ts'
import { NoArguments } from '../commands/fields.ts'
import type { ActivityParticipant, FrameState } from '../embedded-host.ts'
import { LocalEvent } from '../host.ts'
import { PseudoScope, type Requirement } from '../scopes.ts'

/** Layout mode of picture in picture. */
const PIP = 1

/** Declares an event about one property of the frame. The first one follows the subscription. */
function frameEvent(name: string, scope: Requirement, dataOf: (frame: FrameState) => object) {
  return eventSource({
    name,
    scope,
    args: NoArguments,
    subscribe({ host }, _args, dispatch) {
      let last = ''
      const show = (frame: FrameState) => {
        const data = dataOf(frame)
        const text = JSON.stringify(data)
        if (text === last) return
        last = text
        dispatch(data)
      }
      if (host.embedded) show(host.embedded.frame())
      return host.on(LocalEvent.ACTIVITY_FRAME, show)
    },
  })
}

const participantsUpdate = eventSource({
  name: 'ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE',
  scope: [PseudoScope.AUTHENTICATED],
  args: NoArguments,
  subscribe: ({ host }, _args, dispatch) =>
    host.on(LocalEvent.ACTIVITY_PARTICIPANTS, (participants: readonly ActivityParticipant[]) =>
      dispatch({ participants }),
    ),
})

export const activityEvents = [
  frameEvent('ACTIVITY_LAYOUT_MODE_UPDATE', [], ({ layoutMode }) => ({ layout_mode: layoutMode })),
  frameEvent('ACTIVITY_PIP_MODE_UPDATE', [], ({ layoutMode }) => ({ is_pip_mode: layoutMode === PIP })),
  frameEvent('THERMAL_STATE_UPDATE', [PseudoScope.AUTHENTICATED], ({ thermalState }) => ({
    thermal_state: thermalState,
  })),
  frameEvent('ORIENTATION_UPDATE', [PseudoScope.AUTHENTICATED], ({ orientation }) => ({
    screen_orientation: orientation,
    orientation: orientation === 0 ? 'portrait' : 'landscape',
  })),
  participantsUpdate,
]
