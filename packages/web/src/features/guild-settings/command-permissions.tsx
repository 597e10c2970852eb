import type { IntegrationApplicationObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { CommandPermissionsDialog, type PermissionTarget } from './command-permissions-dialog.tsx'

/** Members, roles and channels in which the commands of an app can be used. */
export function CommandPermissions(props: { guildId: string; application: IntegrationApplicationObject }) {
  const { guildId, application } = props
  const client = useClient()
  const [open, setOpen] = useState<PermissionTarget | null>(null)
  const commands = useQuery({
    queryKey: ['guild-commands', guildId],
    queryFn: () => client.api.call('list_guild_usable_application_commands', { params: { guild_id: guildId } }),
    staleTime: 0,
  })
  const set = useQuery({
    queryKey: ['command-permissions', application.id, guildId],
    queryFn: () =>
      client.api.call('list_guild_application_command_permissions', {
        params: { application_id: application.id, guild_id: guildId },
      }),
    staleTime: 0,
  })
  const targets: PermissionTarget[] = [
    { id: application.id, name: t('All commands'), detail: t('For commands without their own permissions') },
    ...(commands.data?.application_commands ?? [])
      .filter(({ application_id }) => application_id === application.id)
      .map(({ id, name, type, description }) => ({
        id,
        name: type === 1 ? `/${name}` : name,
        detail: description || (type === 2 ? t('In the menu of a user') : t('In the menu of a message')),
      })),
  ]
  const entriesOf = (id: string) => set.data?.find((entry) => entry.id === id)?.permissions ?? []
  return (
    <Section
      title={application.name}
      description={t('Choose who can use the commands and where. Administrators can use all of them.')}
    >
      <p>
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: 'integrations' }}>
          {t('All integrations')}
        </Link>
      </p>
      <ListState
        query={{
          data: commands.data && set.data ? targets : undefined,
          error: commands.error ?? set.error,
          refetch: () => Promise.all([commands.refetch(), set.refetch()]),
        }}
        empty={t('This app has no commands.')}
      >
        {(rows) => (
          <Rows>
            {rows.map((target) => (
              <Row key={target.id} title={target.name} detail={`${target.detail} · ${ruleCount(entriesOf(target.id))}`}>
                <Button
                  size="small"
                  aria-label={t('Permissions of {name}', { name: target.name })}
                  onClick={() => setOpen(target)}
                >
                  {t('Permissions')}
                </Button>
              </Row>
            ))}
          </Rows>
        )}
      </ListState>
      {open && (
        <CommandPermissionsDialog
          guildId={guildId}
          applicationId={application.id}
          target={open}
          before={entriesOf(open.id)}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null)
            void set.refetch()
          }}
        />
      )}
    </Section>
  )
}

function ruleCount(entries: readonly unknown[]): string {
  return t('{count, plural, =0 {no rules} one {# rule} other {# rules}}', { count: entries.length })
}
