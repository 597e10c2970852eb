/** All enums of the surface. Nested ones carry the name of their class: ClientStatus is Client.Status. */
export * from './activities.ts'
export * from './audio.ts'
export * from './auth.ts'
export * from './chat.ts'
export * from './core.ts'
export * from './http-status-code.ts'
export * from './people.ts'
