import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { accountsStore } from '../../session/accounts.ts'
import { SelectField } from '../../ui/field.tsx'
import styles from './side-by-side.module.css'

/** Frame that shows the sign-in form, because nobody has its id. */
const NOBODY = '0'

/** Two people in one window, each in their own frame. */
export function SideBySide() {
  const client = useClient()
  const accounts = useStore(accountsStore, ({ accounts }) => accounts)
  const other = accounts.find(({ userId }) => userId !== client.account.userId)
  const [people, setPeople] = useState<readonly string[]>([client.account.userId, other?.userId ?? NOBODY])
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <Link to="/">{t('Back to Guildhall')}</Link>
      </header>
      {people.map((userId, index) => (
        <section
          key={`${index}`}
          className={styles.side}
          aria-label={index === 0 ? t('First person') : t('Second person')}
        >
          <SelectField
            label={t('Person')}
            value={userId}
            onChange={({ target }) => setPeople(people.with(index, target.value))}
          >
            <option value={NOBODY}>{t('Somebody else')}</option>
            {accounts.map(({ userId: id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </SelectField>
          <iframe
            key={userId}
            name={`as:${userId}`}
            title={accounts.find((account) => account.userId === userId)?.username ?? t('Sign in')}
            src="/channels/@me"
            className={styles.frame}
          />
        </section>
      ))}
    </main>
  )
}
