import { displayName } from '@guildhall/client/questions'
import { Link } from '@tanstack/react-router'
import { LogOut, Settings } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { CustomStatus, StatusMenu } from '../features/presence/index.ts'
import { useClient, useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import { accountsStore, removeAccount, switchAccount } from '../session/accounts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { DropdownMenu } from '../ui/dropdown-menu.ts'
import menu from '../ui/menu.module.css'
import { MenuBeside } from '../ui/menu-button.tsx'
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
      await client.api.call('logout')
    } finally {
      removeAccount(userId)
    }
  }

  return (
    <section className={styles.panel} aria-label={t('Your account')}>
      <MenuBeside
        className={styles.account}
        side="top"
        align="start"
        sideOffset={8}
        button={(trigger) => (
          <button type="button" className={styles.person} title={t('Account')} {...trigger}>
            <Avatar user={self} size={32} status={status === 'invisible' ? 'offline' : status} />
            <span className={styles.names}>
              <span className={styles.name}>{displayName(self)}</span>
              <span className={styles.username}>{custom?.text || self.username}</span>
            </span>
          </button>
        )}
      >
        <StatusMenu onCustom={() => setEditing(true)} />
        {others.map(({ userId, username }) => (
          <DropdownMenu.Item key={userId} className={menu.item} onSelect={() => switchAccount(userId)}>
            {t('Switch to {username}', { username })}
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Item className={menu.item} onSelect={() => accountsStore.setState({ activeId: null })}>
          {t('Add another person')}
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menu.item} asChild>
          <Link to="/side-by-side">{t('Two people side by side')}</Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menu.item} asChild>
          <Link to="/developers/$" params={{ _splat: '' }}>
            {t('Developer portal')}
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Separator className={menu.separator} />
        <DropdownMenu.Item className={menu.item} onSelect={() => void signOut()}>
          <LogOut size={16} aria-hidden />
          {t('Sign out')}
        </DropdownMenu.Item>
      </MenuBeside>
      <Link
        to="/settings/$"
        params={{ _splat: '' }}
        className={styles.settings}
        aria-label={t('Settings')}
        title={t('Settings')}
      >
        <Settings size={20} aria-hidden />
      </Link>
      {editing && (
        <Suspense>
          <CustomStatus onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
