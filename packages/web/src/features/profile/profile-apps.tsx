import type { ChannelObject } from '@guildhall/protocol'
import { useParams } from '@tanstack/react-router'
import { runMenuCommand, useMenuCommands } from '../../domain/commands/menu-commands.tsx'
import { closeProfile } from '../../domain/people/open-profile.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './profile-dialog.module.css'

/** The commands of applications that the person can use on a user in the open channel. */
export function ProfileApps({ userId }: { userId: string }) {
  const { channelId = '' } = useParams({ strict: false })
  const channel = useClientState(({ channels }) => channels.get(channelId))
  return channel && <Apps userId={userId} channel={channel} />
}

function Apps({ userId, channel }: { userId: string; channel: ChannelObject }) {
  const client = useClient()
  const commands = useMenuCommands({ kind: 'user', channel })
  if (!commands || commands.length === 0) return null
  return (
    <section className={styles.apps} aria-label={t('Apps')}>
      {commands.map((usable) => (
        <Button
          key={usable.command.id}
          size="small"
          title={usable.application.name}
          onClick={() => {
            closeProfile()
            runMenuCommand(client, usable, { kind: 'user', id: userId, channel })
          }}
        >
          <AppIcon application={usable.application} />
          {usable.name}
        </Button>
      ))}
    </section>
  )
}
