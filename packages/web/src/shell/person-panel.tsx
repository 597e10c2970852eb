import { Link } from '@tanstack/react-router'
import { LogOut, Settings } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { CustomStatus, StatusMenu } from '../features/presence/index.ts'
import { useClient, useClientState } from '../gateway/react.tsx'
import { displayName } from '../gateway/selectors.ts'
import { accountsStore, removeAccount, switchAccount } from '../session/accounts.ts'
import { Avatar } from '../ui/avatar.tsx'
import menu from '../ui/menu.module.css'
import styles from './person-panel.module.css'

/** The signed-in person: switch to another person, settings, sign out. */
export function PersonPanel() {
  const client = useClient()
  const self = useClientState(({ self }) => self)
  const accounts = useStore(accountsStore, ({ accounts }) => accounts)
  const { status, custom } = useStore(client.presence)
  const [editing, setEditing] = useState(false)
  if (!self) return null
  const others = accounts.filter(({ userId }) => userId !== self.id)

  async function signOut() {
    const { userId } = client.account
    try {
      await client.api.post('/auth/logout')
    } finally {
      removeAccount(userId)
    }
  }

  return (
    <section className={styles.panel} aria-label="Your account">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={styles.person} title="Account">
          <Avatar user={self} size={32} status={status === 'invisible' ? 'offline' : status} />
          <span className={styles.names}>
            <span className={styles.name}>{displayName(self)}</span>
            <span className={styles.username}>{custom?.text || self.username}</span>
          </span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} side="top" align="start" sideOffset={8}>
            <StatusMenu onCustom={() => setEditing(true)} />
            {others.map(({ userId, username }) => (
              <DropdownMenu.Item key={userId} className={menu.item} onSelect={() => switchAccount(userId)}>
                Switch to {username}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className={menu.item} onSelect={() => accountsStore.setState({ activeId: null })}>
              Add another person
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menu.item} asChild>
              <Link to="/side-by-side">Two people side by side</Link>
            </DropdownMenu.Item>
            <DropdownMenu.Item className={menu.item} asChild>
              <Link to="/developers/$" params={{ _splat: '' }}>
                Developer portal
              </Link>
            </DropdownMenu.Item>
            <DropdownMenu.Separator className={menu.separator} />
            <DropdownMenu.Item className={menu.item} onSelect={() => void signOut()}>
              <LogOut size={16} strokeWidth={1.5} aria-hidden />
              Sign out
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Link to="/settings/$" params={{ _splat: '' }} className={styles.settings} aria-label="Settings" title="Settings">
        <Settings size={20} strokeWidth={1.5} aria-hidden />
      </Link>
      {editing && (
        <Suspense>
          <CustomStatus onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
