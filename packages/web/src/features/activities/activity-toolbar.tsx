import type { ActivityInstance } from '@guildhall/client/records'
import { Link } from '@tanstack/react-router'
import { LogOut, Maximize2, RotateCw, SquareTerminal, Users } from 'lucide-react'
import { useStore } from 'zustand'
import { overrideOf, overrides } from '../../domain/activities/overrides.ts'
import { DIRECT } from '../../domain/places/places.ts'
import { t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './activity-stage.module.css'

const ICON = { size: 16, 'aria-hidden': true } as const

interface ToolbarProps {
  name: string
  instance: ActivityInstance
  /** Whether the activity runs in a corner of another page. */
  small: boolean
  panel: 'people' | 'console' | null
  onPanel: (panel: 'people' | 'console' | null) => void
  onReload: () => void
  onLeave: () => void
}

/** Name of the running activity, and what the person can do with it. */
export function ActivityToolbar({ name, instance, small, panel, onPanel, onReload, onLeave }: ToolbarProps) {
  const { application_id, location } = instance
  const override = useStore(overrides, (all) => overrideOf(all, application_id))
  const toggle = (one: 'people' | 'console') => onPanel(panel === one ? null : one)
  return (
    <header className={styles.toolbar}>
      <h3 className={styles.name}>{name}</h3>
      {override && (
        <span
          className={styles.badge}
          title={t("This browser shows a page of this computer in place of the activity's.")}
        >
          {t('Local page: {host}', { host: new URL(override).host })}
        </span>
      )}
      {small ? (
        <Link
          to="/channels/$guildId/$channelId"
          params={{ guildId: location.guild_id ?? DIRECT, channelId: location.channel_id }}
          className={styles.back ?? ''}
          aria-label={t('Back to the activity')}
          title={t('Back to the activity')}
        >
          <Maximize2 {...ICON} />
        </Link>
      ) : (
        <>
          <IconButton
            label={t('People in the activity')}
            aria-pressed={panel === 'people'}
            onClick={() => toggle('people')}
          >
            <Users {...ICON} />
          </IconButton>
          <IconButton
            label={t('Activity console')}
            aria-pressed={panel === 'console'}
            onClick={() => toggle('console')}
          >
            <SquareTerminal {...ICON} />
          </IconButton>
          <IconButton label={t('Reload activity')} onClick={onReload}>
            <RotateCw {...ICON} />
          </IconButton>
        </>
      )}
      {small ? (
        <IconButton label={t('Leave activity')} onClick={onLeave}>
          <LogOut {...ICON} />
        </IconButton>
      ) : (
        <Button size="small" onClick={onLeave}>
          {t('Leave activity')}
        </Button>
      )}
    </header>
  )
}
