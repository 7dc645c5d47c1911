// @ts-check
import { relative, sep } from 'node:path';
import tseslint from 'typescript-eslint';
import { whyForbidden } from './eslint.walls.js';

/**
 * Reports an import of a room or package that the matrix in eslint.walls.js doesn't allow, in any spelling: types, re-exports
 * and `import()` too.
 * @type {import('eslint').Rule.RuleModule}
 */
const wall = {
  create(context) {
    const from = relative(context.cwd, context.filename).replaceAll(sep, '/');
    /** @param {{ source?: any }} node */
    const check = ({ source }) => {
      if (source == null) return;
      if (typeof source.value !== 'string') {
        context.report({ node: source, message: 'An import needs its path as plain text.' });
        return;
      }
      const message = whyForbidden(from, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'results/**',
      'studies/**',
      'test/**/goldens/**',
      'test/**/stand-ins/**',
      'coverage/**',
      'reports/**',
      '.stryker-tmp/**',
      'bench/**/*.mjs',
    ],
  },
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            ...['eslint.config.js', 'eslint.walls.js', '.ci/sbom.js', '.ci/pictures.js'],
            '.ci/mutation/*.js',
          ],
          // These few scripts belong to no project of TypeScript's.
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 16,
        },
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
    },
  },
  {
    files: ['src/**/*.ts', 'workflows/**/*.ts', 'activities/**/*.ts', 'worker/**/*.ts'],
    plugins: { rooms: { rules: { wall } } },
    rules: { 'rooms/wall': 'error' },
  },
  {
    files: ['workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'console', 'fetch', 'crypto', 'Buffer'],
    },
  },
);
