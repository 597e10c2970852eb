import { MemberFlag } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { CalendarDays, Compass } from 'lucide-react'
import { useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import styles from './guild-pages.module.css'

const ICON = { size: 16, 'aria-hidden': true } as const
/** Features of guilds that welcome newcomers. */
const WELCOMING = ['COMMUNITY', 'WELCOME_SCREEN_ENABLED']

/** Links to the pages of a guild that are no channels. */
export function GuildPages({ guildId }: { guildId: string }) {
  const events = useClientState(({ guilds }) => guilds.get(guildId)?.events.size ?? 0)
  const welcomes = useClientState(
    ({ guilds }) => guilds.get(guildId)?.guild.features.some((feature) => WELCOMING.includes(feature)) ?? false,
  )
  const settled = useClientState(({ guilds, self }) => {
    const flags = guilds.get(guildId)?.members.get(self?.id ?? '')?.flags ?? 0
    return (flags & MemberFlag.COMPLETED_ONBOARDING) !== 0
  })
  const active = { 'data-active': 'true', 'aria-current': 'page' } as const
  return (
    <nav className={styles.pages} aria-label={t('Guild pages')}>
      {welcomes && (
        <Link to="/channels/$guildId/welcome" params={{ guildId }} className={styles.link ?? ''} activeProps={active}>
          <Compass {...ICON} />
          {settled ? t('Channels and roles') : t('Welcome')}
        </Link>
      )}
      <Link
        to="/channels/$guildId/events/$"
        params={{ guildId, _splat: '' }}
        className={styles.link ?? ''}
        activeProps={active}
      >
        <CalendarDays {...ICON} />
        {t('Events')}
        {events > 0 && <span className={styles.count}>{events}</span>}
      </Link>
    </nav>
  )
}
