import { createStore } from 'zustand/vanilla'

/** A person who is signed in to this browser. */
export interface Account {
  userId: string
  username: string
  token: string
}

interface Accounts {
  /** Every person who is signed in here. */
  accounts: readonly Account[]
  /** Person of this window; null shows the sign-in form. */
  activeId: string | null
}

const STORED = 'guildhall.accounts'
const LAST = 'guildhall.last-account'
/** `window.name` of a frame that shows one person beside another. It survives reloads of the frame. */
const FRAME_NAME = /^as:(\d{1,20})$/

function readStored(): Account[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isAccount) : []
  } catch {
    return []
  }
}

function isAccount(value: unknown): value is Account {
  const { userId, username, token } = (value ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof username === 'string' && typeof token === 'string'
}

function initial(): Accounts {
  const accounts = readStored()
  const wanted = FRAME_NAME.exec(window.name)?.[1] ?? sessionStorage.getItem(LAST) ?? localStorage.getItem(LAST)
  return { accounts, activeId: accounts.find(({ userId }) => userId === wanted)?.userId ?? null }
}

/** People who are signed in to this browser, and the person of this window. */
export const accountsStore = createStore<Accounts>(initial)

function save(accounts: readonly Account[], activeId: string | null): void {
  localStorage.setItem(STORED, JSON.stringify(accounts))
  if (FRAME_NAME.test(window.name)) {
    if (activeId) window.name = `as:${activeId}`
  } else if (activeId) {
    sessionStorage.setItem(LAST, activeId)
    localStorage.setItem(LAST, activeId)
  } else {
    sessionStorage.removeItem(LAST)
    localStorage.removeItem(LAST)
  }
  accountsStore.setState({ accounts, activeId })
}

/** Adds a person who has just signed in and makes them the person of this window. */
export function addAccount(account: Account): void {
  save([...readStored().filter(({ userId }) => userId !== account.userId), account], account.userId)
}

/** Shows another person who is signed in here. */
export function switchAccount(userId: string): void {
  save(readStored(), userId)
}

/** Forgets a person whose session has ended. */
export function removeAccount(userId: string): void {
  const accounts = readStored().filter((account) => account.userId !== userId)
  const { activeId } = accountsStore.getState()
  save(accounts, activeId === userId ? null : activeId)
}

/** Follows changes that other windows make. */
export function followOtherWindows(): void {
  addEventListener('storage', (event) => {
    if (event.key !== STORED) return
    const accounts = readStored()
    const { activeId } = accountsStore.getState()
    const gone = activeId !== null && !accounts.some(({ userId }) => userId === activeId)
    accountsStore.setState({ accounts, activeId: gone ? null : activeId })
  })
}
