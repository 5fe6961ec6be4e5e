/** Roles of operators: each may do everything that those before it may. */
export const OPERATOR_ROLES = ['viewer', 'support', 'finance', 'admin'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
