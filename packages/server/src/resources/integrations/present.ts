import type { Application, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'
import type { Integration } from './integration.ts'

/** The integration object of an application; `user` is who added it. */
export function presentIntegration(
  integration: Integration,
  application: Application,
  options: { bot?: User | undefined; user?: User | undefined } = {},
): Record<string, unknown> {
  const { bot, user } = options
  return {
    id: integration.id.toString(),
    name: application.name,
    type: 'discord',
    enabled: true,
    account: { id: application.id.toString(), name: application.name },
    application: {
      id: application.id.toString(),
      name: application.name,
      icon: application.icon,
      description: application.description,
      type: null,
      ...(bot ? { bot: presentUser(bot) } : {}),
    },
    scopes: application.bot_id === null ? ['applications.commands'] : ['applications.commands', 'bot'],
    ...(user ? { user: presentUser(user) } : {}),
  }
}
