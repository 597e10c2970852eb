import { mayEditRole, moved, rolePositions, rolesFromTop } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import type { RoleObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useActor, useGuild } from '../../domain/guilds/use-actor.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { MoveButtons, type Reorder, reorderOf } from '../../ui/reorder.tsx'
import { RoleName } from '../../ui/role-name.tsx'
import { Section } from '../../ui/sections.tsx'
import { loadDragging, useDragSpot } from '../../ui/use-drag-spot.ts'
import { useSave } from '../../ui/use-save.ts'
import { RolePage } from './role-page.tsx'
import styles from './roles.module.css'

/** The roles of a guild in their order, or one of them. */
export function RolesSection({ guildId, open }: SectionProps) {
  const guild = useGuild(guildId)
  if (!guild) return null
  if (!open) return <RoleList guild={guild} />
  const role = guild.roles.get(open)
  if (role) return <RolePage key={role.id} guild={guild} role={role} />
  return (
    <Section title={t('This role is not here')} description={t('It was deleted.')}>
      <p>
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: 'roles' }}>
          {t('All roles')}
        </Link>
      </p>
    </Section>
  )
}

function RoleList({ guild }: { guild: GuildState }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const actor = useActor(guild)
  useEffect(loadDragging, [])
  const { id: guildId } = guild.guild
  const roles = rolesFromTop(guild.roles.values())
  const ordered = roles.filter(({ id }) => id !== guildId)
  const { data: counts } = useQuery({
    queryKey: ['role-counts', guildId],
    queryFn: () => client.api.call('guild_role_member_counts', { params: { guild_id: guildId } }),
    staleTime: 0,
  })
  const editable = (index: number) => {
    const role = ordered[index]
    return role !== undefined && mayEditRole(actor, role).ok
  }
  const reorder = reorderOf({
    count: ordered.length,
    mayMove: (from, to) => editable(from) && editable(to),
    onMove: (from, to) =>
      void saving.run(() =>
        client.api.call('bulk_update_guild_roles', {
          params: { guild_id: guildId },
          body: rolePositions(moved(ordered, from, to)),
        }),
      ),
  })

  function create() {
    void saving.run(async () => {
      const role = await client.api.call('create_guild_role', {
        params: { guild_id: guildId },
        body: { name: t('new role') },
      })
      client.apply('GUILD_ROLE_CREATE', { guild_id: guildId, role })
      await navigate({ to: '/guilds/$guildId/settings/$', params: { guildId, _splat: `roles/${role.id}` } })
    })
  }

  return (
    <Section
      title={t('Roles')}
      description={t(
        'Members have the permissions of all their roles, and the colour of the highest one. You can change roles below your own highest role.',
      )}
    >
      <p>
        <Button look="primary" busy={saving.busy} onClick={create}>
          {t('Create role')}
        </Button>
      </p>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ol className={styles.list} aria-label={t('Roles')}>
        {roles.map((role, index) => (
          <RoleEntry
            key={role.id}
            guildId={guildId}
            role={role}
            members={role.id === guildId ? t('All members') : memberCount(counts?.[role.id])}
            order={{ ids: ordered.map(({ id }) => id), index, reorder }}
            refusal={refusalText(mayEditRole(actor, role))}
          />
        ))}
      </ol>
    </Section>
  )
}

function RoleEntry(props: {
  guildId: string
  role: RoleObject
  members: string
  /** Place of the role among those that are ordered. */
  order: { ids: readonly string[]; index: number; reorder: Reorder }
  refusal: string | null
}) {
  const { guildId, role, members, order, refusal } = props
  const { ids, index, reorder } = order
  const isEveryone = role.id === guildId
  const drag = useDragSpot({
    list: `roles ${guildId}`,
    id: role.id,
    name: role.name,
    mayDrag: () => !isEveryone && refusal === null,
    mayTake: (id) => !isEveryone && reorder.canMove(ids.indexOf(id), index),
    take: (id) => reorder.move(ids.indexOf(id), index),
  })
  return (
    <li ref={drag} className={styles.entry}>
      <div className={styles.role}>
        <Link className={styles.name} to="/guilds/$guildId/settings/$" params={{ guildId, _splat: `roles/${role.id}` }}>
          <RoleName colours={role.color === 0 ? null : role.colors}>{role.name}</RoleName>
        </Link>
        <p className={styles.detail}>
          {members}
          {role.managed && ` · ${t('managed by an integration')}`}
        </p>
      </div>
      {!isEveryone && <MoveButtons reorder={reorder} place={{ index, name: role.name, refusal }} />}
    </li>
  )
}

function memberCount(count: number | undefined): string {
  if (count === undefined) return ''
  return t('{count, plural, one {# member} other {# members}}', { count })
}
