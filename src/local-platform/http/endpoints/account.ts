import type { PlatformContext } from '../../context.ts';
import { localStorage } from '../../present/local-storage.ts';
import { longestWalltimeHours } from '../../validation/parse-hardware.ts';
import type { Endpoint } from '../endpoint.ts';
import { answerList, pageParameters } from '../page.ts';

/** The one user of this platform. */
export const accountEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/users/me/',
    documented: [],
    scope: 'user',
    summary: 'The user whom the token belongs to',
    handle: ({ context }) => presentUser(context),
  },
  {
    method: 'GET',
    path: '/users/me/projects/',
    documented: [],
    scope: 'user',
    summary: "The user's projects",
    parameters: pageParameters,
    handle: (exchange) => answerList(exchange, exchange.context.catalogue.workspace.projects),
  },
];

function presentUser(context: PlatformContext): Record<string, unknown> {
  const { owner, firstName, lastName, userId, companyCode, companyName, workspaceId, projects } =
    context.catalogue.workspace;
  return {
    id: userId,
    email: owner,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`.trim(),
    company: { code: companyCode, name: companyName, projects },
    workspace: { id: workspaceId, name: companyName },
    maxJobHours: longestWalltimeHours,
    defaultStorage: localStorage,
  };
}
