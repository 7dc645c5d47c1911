// @ts-check
import tseslint from 'typescript-eslint';

/** Rooms: folder -> what it may not import. Patterns are matched against the import text as written. */
const nodeOnly = ['node:*', 'fs', 'path', 'os', 'crypto', 'child_process', 'http', 'net'];
const engineEdges = ['undici', 'fastify', '@fastify/*', 'libsql', '@temporalio/*', 'commander'];
const pureRooms = ['numbers', 'distributions', 'design', 'study', 'analysis'];

/** @param {string} room @param {string[]} packages @param {string[]} rooms rooms of src that it may import */
function wall(room, packages, rooms) {
  const everyRoom = [
    ...pureRooms,
    'study-file',
    'expressions',
    'templates',
    'results',
    'platform-api',
    'local-platform',
    'temporal',
    'report',
    'cli',
  ];
  const forbidden = everyRoom.filter((other) => other !== room && !rooms.includes(other));
  return {
    files: [`src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...(packages.length > 0
              ? [{ group: packages, message: `src/${room} must not import this package.` }]
              : []),
            {
              regex: `^(\\.\\./)+(src/)?(${forbidden.join('|')})/`,
              message: `src/${room} may import only: ${[...rooms, 'src/errors.ts'].join(', ')}.`,
            },
            ...(room === 'cli'
              ? []
              : [
                  {
                    regex: '^(\\.\\./)+(workflows|activities|worker)/',
                    message: `src/${room} must not know the workflows, activities or worker.`,
                  },
                ]),
          ],
        },
      ],
    },
  };
}

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'results/**',
      'studies/**',
      'test/**/goldens/**',
      'test/**/stand-ins/**',
      'coverage/**',
      'bench/**/*.mjs',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  wall('numbers', [...nodeOnly, ...engineEdges, 'mathjs', 'zod', 'yaml'], []),
  wall('distributions', [...nodeOnly, ...engineEdges, 'mathjs', 'zod', 'yaml'], ['numbers']),
  wall(
    'design',
    [...nodeOnly, ...engineEdges, 'mathjs', 'zod', 'yaml'],
    ['numbers', 'distributions', 'study'],
  ),
  wall(
    'study',
    [...nodeOnly, ...engineEdges, 'mathjs', 'zod', 'yaml'],
    ['numbers', 'distributions', 'design'],
  ),
  wall('analysis', [...nodeOnly, ...engineEdges, 'mathjs', 'zod', 'yaml'], pureRooms),
  wall('expressions', [...nodeOnly, '!node:module', ...engineEdges, 'zod', 'yaml'], pureRooms),
  wall('study-file', engineEdges, [...pureRooms, 'expressions', 'templates']),
  wall('templates', [...engineEdges, 'mathjs'], pureRooms),
  wall('results', [...engineEdges, 'mathjs'], [...pureRooms, 'templates', 'expressions']),
  wall(
    'platform-api',
    ['fastify', '@fastify/*', 'libsql', '@temporalio/*', 'commander', 'mathjs'],
    [],
  ),
  wall(
    'local-platform',
    ['@temporalio/*', 'mathjs', 'commander'],
    ['platform-api', 'templates', 'design', 'distributions', 'numbers', 'study'],
  ),
  wall('temporal', ['fastify', '@fastify/*', 'undici', 'mathjs', 'commander'], ['platform-api']),
  wall('report', engineEdges, pureRooms),
  wall(
    'cli',
    ['fastify', '@fastify/*'],
    [
      ...pureRooms,
      'study-file',
      'expressions',
      'templates',
      'results',
      'platform-api',
      'temporal',
      'report',
    ],
  ),
  {
    files: ['workflows/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                ...nodeOnly,
                ...engineEdges.filter((p) => p !== '@temporalio/*'),
                '@temporalio/client',
                '@temporalio/worker',
                '@temporalio/activity',
                'zod',
                'mathjs',
                'yaml',
                'csv-*',
              ],
              message:
                'Workflow code is bundled and deterministic: no Node, no I/O, no heavy libraries.',
            },
            {
              regex: '^\\.\\./(src/(?!temporal/names\\.ts|study/|errors\\.ts)|worker/)',
              message:
                'Workflows may import only pure types, src/temporal/names.ts and the study life cycle.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', 'process', 'console', 'fetch', 'crypto', 'Buffer'],
    },
  },
  {
    files: ['activities/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.\\./src/(cli|local-platform)/',
              message: 'Activities know the platform only through its API, and no CLI.',
            },
          ],
        },
      ],
    },
  },
);
