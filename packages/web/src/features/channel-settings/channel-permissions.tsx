import {
  managesByOverwrite,
  type OverwriteActor,
  permissionsIn,
  permissionsInGuild,
  sameOverwrites,
} from '@guildhall/client/questions'
import type { ChannelObject, OverwriteObject } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { entityById } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, Field, StatusText } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './channel-permissions.module.css'
import { OverwriteForm } from './overwrite-form.tsx'
import type { ChannelSectionProps } from './section.ts'

/** Permissions of roles and members in a channel, each allowed, denied or left to the guild. */
export function ChannelPermissions({ channel, guildId, open }: ChannelSectionProps) {
  const actor = useOverwriteActor(channel, guildId)
  const [added, setAdded] = useState<readonly OverwriteObject[]>([])
  const overwrites = useOverwrites(channel, guildId, added)
  const shown = overwrites.find(({ id }) => id === open) ?? overwrites[0]
  return (
    <>
      <SyncSection channel={channel} />
      <Section
        title={t('Permissions')}
        description={t(
          'Denying beats the roles, allowing beats denying, and what is set for a member beats both. Neutral leaves it to the roles.',
        )}
      >
        <Field label={t('Add a role or member')}>
          {({ id }) => (
            <EntityBox
              id={id}
              kind="mentionable"
              place={{ channelId: channel.id, guildId }}
              placeholder={t('Search roles and members')}
              chosen={[]}
              onChange={([entity]) => {
                if (!entity || overwrites.some(({ id }) => id === entity.value)) return
                const type = entity.kind === 'role' ? 0 : 1
                setAdded([...added, { id: entity.value, type, allow: '0', deny: '0' }])
              }}
            />
          )}
        </Field>
        <ul className={styles.targets} aria-label={t('Roles and members')}>
          {overwrites.map((overwrite) => (
            <li key={overwrite.id}>
              <Link
                to="/guilds/$guildId/channels/$channelId/$"
                params={{ guildId, channelId: channel.id, _splat: `permissions/${overwrite.id}` }}
                aria-current={overwrite.id === shown?.id ? 'true' : undefined}
              >
                <TargetName guildId={guildId} overwrite={overwrite} />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {shown && (
        <OverwriteForm
          key={shown.id}
          channel={channel}
          guildId={guildId}
          overwrite={shown}
          actor={actor}
          onRemoved={() => setAdded(added.filter(({ id }) => id !== shown.id))}
        />
      )}
    </>
  )
}

/** Name of the role or member of an overwrite. */
export function TargetName({ guildId, overwrite: { id, type } }: { guildId: string; overwrite: OverwriteObject }) {
  const name = useClientState((state) => entityById(state, guildId, type === 0 ? 'role' : 'user', id).label)
  return <>{name}</>
}

function useOverwriteActor(channel: ChannelObject, guildId: string): OverwriteActor {
  const here = useClientState((state) => permissionsIn(state, channel))
  const wider = useClientState((state) => {
    const parent = state.channels.get(channel.parent_id ?? '')
    return permissionsInGuild(state, guildId) | (parent ? permissionsIn(state, parent) : 0n)
  })
  const managesHere = useClientState(({ guilds, self }) => {
    const roles = guilds.get(guildId)?.members.get(self?.id ?? '')?.roles ?? []
    return managesByOverwrite(channel, new Set([self?.id ?? '', guildId, ...roles]))
  })
  return { here, wider, managesHere }
}

/** Returns the overwrites to show: that of @everyone, of roles from the highest down, of members, and new ones. */
function useOverwrites(channel: ChannelObject, guildId: string, added: readonly OverwriteObject[]): OverwriteObject[] {
  const roles = useClientState(({ guilds }) => guilds.get(guildId)?.roles)
  return useMemo(() => {
    const saved = channel.permission_overwrites ?? []
    const everyone = { id: guildId, type: 0, allow: '0', deny: '0' }
    const all = new Map([everyone, ...added, ...saved].map((overwrite) => [overwrite.id, overwrite]))
    const rank = ({ id, type }: OverwriteObject) =>
      id === guildId ? Number.POSITIVE_INFINITY : type === 0 ? (roles?.get(id)?.position ?? 0) : -1
    return [...all.values()].sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)))
  }, [channel.permission_overwrites, guildId, added, roles])
}

function SyncSection({ channel }: { channel: ChannelObject }) {
  const client = useClient()
  const saving = useSave()
  const parent = useClientState(({ channels }) => channels.get(channel.parent_id ?? ''))
  if (!parent) return null
  const synced = sameOverwrites(channel.permission_overwrites, parent.permission_overwrites)
  const sync = () =>
    saving.run(async () => {
      const body = { permission_overwrites: parent.permission_overwrites ?? [] }
      client.apply(
        'CHANNEL_UPDATE',
        await client.api.call('update_channel', { params: { channel_id: channel.id }, body }),
      )
    })
  return (
    <Section title={t('Category')}>
      {synced ? (
        <StatusText>{t('Permissions are the same as those of {name}.', { name: parent.name ?? '' })}</StatusText>
      ) : (
        <>
          <p>{t('Permissions differ from those of {name}.', { name: parent.name ?? '' })}</p>
          <p>
            <Button busy={saving.busy} onClick={() => void sync()}>
              {t('Sync with category')}
            </Button>
          </p>
        </>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
