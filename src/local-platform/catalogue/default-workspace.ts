/** The one user of a platform that nobody described: an engineer at the local machine. */
export const defaultWorkspace = {
  owner: 'engineer@localhost',
  firstName: 'Local',
  lastName: 'Engineer',
  userId: 'local1',
  companyCode: 'local',
  companyName: 'This machine',
  workspaceId: '1',
  members: ['colleague@localhost'],
  projects: [{ id: 'demo', name: 'Demonstration' }],
} as const;
