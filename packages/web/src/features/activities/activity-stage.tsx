import type { ActivityInstance } from '@guildhall/client/records'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { leaveActivity } from '../../domain/activities/launch.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { showNotice } from '../../ui/notice.ts'
import { ActivityConsole } from './activity-console.tsx'
import { ActivityFrame } from './activity-frame.tsx'
import { ActivityPeople } from './activity-people.tsx'
import styles from './activity-stage.module.css'
import { ActivityToolbar } from './activity-toolbar.tsx'
import { ActivityDialogs } from './dialogs/activity-dialogs.tsx'
import { frameView, LayoutMode, NEW_FRAME } from './frame-state.ts'
import { activitySlot } from './slot.ts'

/** Code of a connection that ends without a fault. */
const CLOSE_NORMAL = 1000

/** A running activity: its frame, what the person can do with it, and what it asks. */
export default function ActivityStage({ instance }: { instance: ActivityInstance }) {
  const client = useClient()
  const stage = useRef<HTMLElement>(null)
  const isLarge = usePlacement(stage)
  const [generation, setGeneration] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [panel, setPanel] = useState<'people' | 'console' | null>(null)
  const mode = isLarge ? (panel === 'people' ? LayoutMode.GRID : LayoutMode.FOCUSED) : LayoutMode.PIP
  const { locked, interactivePip } = useStore(frameView)
  const { data: application, error } = useApplication(instance.application_id)
  useEffect(() => {
    frameView.setState({ ...NEW_FRAME, layoutMode: frameView.getState().layoutMode })
  }, [generation])
  useLayoutEffect(() => frameView.setState({ layoutMode: mode }), [mode])
  const navigate = useNavigate()
  const leave = () => leaveActivity(client, instance).catch((failure) => showNotice(messageOf(failure)))
  const name = application?.name ?? t('Activity')
  return (
    <section
      ref={stage}
      className={styles.stage}
      aria-label={t('Activity {name}', { name })}
      data-mode={MODE_NAMES[mode]}
      data-interactive={interactivePip || undefined}
    >
      <ActivityToolbar
        name={name}
        instance={instance}
        small={!isLarge}
        panel={panel}
        onPanel={setPanel}
        onReload={() => {
          setRefusal(null)
          setGeneration(generation + 1)
        }}
        onLeave={() => void leave()}
      />
      <div className={styles.body}>
        <div className={styles.box} data-locked={locked ?? undefined}>
          {application && (
            <ActivityFrame
              key={generation}
              application={application}
              instance={instance}
              onOpen={(path) => void navigate({ to: path as '/' })}
              onClosed={(code, message) => {
                if (code !== CLOSE_NORMAL && message) showNotice(`${name}: ${message}`)
                void leave()
              }}
              onRefused={setRefusal}
            />
          )}
          {(refusal ?? error) && (
            <div className={styles.refusal}>
              <ErrorText>{refusal ?? messageOf(error)}</ErrorText>
              <Button onClick={() => void leave()}>{t('Close activity')}</Button>
            </div>
          )}
        </div>
        {isLarge && panel === 'people' && <ActivityPeople instance={instance} />}
        {isLarge && panel === 'console' && <ActivityConsole />}
      </div>
      <ActivityDialogs />
    </section>
  )
}

const MODE_NAMES = ['focused', 'pip', 'grid'] as const

function useApplication(applicationId: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['rpc-application', applicationId],
    queryFn: () => client.api.call('get_rpc_application', { params: { application_id: applicationId } }),
    retry: 1,
  })
}

/** Lays the stage over the slot of the page. Returns whether there is a slot: without one the stage is small. */
function usePlacement(stage: React.RefObject<HTMLElement | null>): boolean {
  const slot = useStore(activitySlot, ({ element }) => element)
  useLayoutEffect(() => {
    const shown = stage.current
    if (!slot || !shown) return
    const place = () => {
      const { left, top, width, height } = slot.getBoundingClientRect()
      for (const [name, value] of Object.entries({ left, top, width, height }))
        shown.style.setProperty(name, `${value}px`)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(slot)
    observer.observe(document.body)
    addEventListener('resize', place)
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
      for (const name of ['left', 'top', 'width', 'height']) shown.style.removeProperty(name)
    }
  }, [slot, stage])
  return slot !== null
}
