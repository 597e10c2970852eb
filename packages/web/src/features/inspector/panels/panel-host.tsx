import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { type Message, msg, t } from '../../../lib/language/text.ts'
import { SidePanel } from '../../../ui/side-panel.tsx'
import type { PanelName } from '../filters.ts'
import { CallsPanel } from './calls-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { FaultsPanel } from './faults-panel.tsx'
import styles from './panels.module.css'
import { PeoplePanel } from './people-panel.tsx'
import { WorldsPanel } from './worlds-panel.tsx'

const PANELS: Readonly<Record<PanelName, { title: Message; Content: () => ReactNode }>> = {
  clock: { title: msg('Clock'), Content: ClockPanel },
  faults: { title: msg('Faults'), Content: FaultsPanel },
  worlds: { title: msg('Worlds'), Content: WorldsPanel },
  people: { title: msg('People'), Content: PeoplePanel },
  calls: { title: msg('Calls'), Content: CallsPanel },
}

/** The panel that is open beside the list. When it closes, the focus returns to its button. */
export function PanelHost({ panel, onClose }: { panel: PanelName; onClose: () => void }) {
  const { title, Content } = PANELS[panel]
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    return () => {
      if (document.activeElement === document.body || box?.contains(document.activeElement))
        document.querySelector<HTMLElement>(`[data-panel="${panel}"]`)?.focus()
    }
  }, [panel])
  return (
    <div ref={place} className={styles.host}>
      <SidePanel title={t(title)} onClose={onClose}>
        <div className={styles.content}>
          <Content />
        </div>
      </SidePanel>
    </div>
  )
}
