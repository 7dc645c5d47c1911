/**
 * Hardware and software that the local platform offers when the user names no catalogue of their own. Every core type runs on
 * this machine; prices are made up, of the size that clouds ask. One is deprecated and one requires a walltime, so that both rules can
 * be met before they are met on the real platform.
 */
const sizes = [1, 2, 4, 8, 16, 36, 72];

function coreType(code: string, name: string, price: number, more: object = {}): object {
  return {
    code,
    name,
    description: `${name}: runs on this machine`,
    hasSsd: true,
    compute: '3.0 GHz',
    isDeprecated: false,
    price,
    lowPriorityPrice: (price * 0.4).toFixed(3),
    remoteVizAllowed: false,
    storage: 20,
    walltimeRequired: false,
    displayOrder: 0,
    io: 'Up to 10 Gb/s',
    memory: 4000,
    cores: sizes,
    isPrimary: false,
    processorInfo: "This machine's processor",
    storageIo: 'Standard',
    ...more,
  };
}

const everyCoreType = ['emerald', 'onyx', 'ruby', 'amber', 'standard-plus'];

function analysis(code: string, name: string, version: string, command: string): object {
  return {
    code,
    name,
    description: `${name}, as installed on this machine`,
    industries: [{ name: 'General', icon: null }],
    versions: [
      {
        version: version === '0' ? 'CPU' : version,
        versionCode: version,
        eula: null,
        allowedCoreTypes: everyCoreType,
        stdCommand: command,
        mpiCommand: command,
        smpCommand: command,
      },
    ],
    supportDesks: [{ code: 'local-desk', displayName: 'Local Desk', email: 'desk@localhost' }],
    vendorName: 'Various',
    pricing: 'free',
    hasRescaleLicense: code === 'licensed_demo',
    hasShortTermLicense: false,
    licenseSettings:
      code === 'licensed_demo'
        ? [
            {
              isServer: true,
              licenseType: 'flexlm',
              helpText: 'port@host of the licence server',
              name: 'LM_LICENSE_FILE',
              label: 'Licence server',
            },
          ]
        : [],
    optimizerType: null,
    thumbnail: `/static/${code}.png`,
    resources: [],
  };
}

/** The built-in catalogue, checked when it is read like a user's. */
export const defaultCatalogue = {
  coreTypes: [
    coreType('emerald', 'Emerald', 0.06, { isPrimary: true, displayOrder: 1 }),
    coreType('onyx', 'Onyx', 0.04, { displayOrder: 2 }),
    coreType('ruby', 'Ruby', 0.09, { displayOrder: 3, walltimeRequired: true, memory: 16000 }),
    coreType('standard-plus', 'Standard Plus', 0.05, { displayOrder: 4 }),
    coreType('amber', 'Amber', 0.12, { displayOrder: null, isDeprecated: true }),
  ],
  coreClasses: [{ code: 'general', acronym: 'GP', coreTypes: ['emerald', 'onyx'] }],
  analyses: [
    analysis('user_included', 'Bring Your Own Software', '0', 'your-command'),
    analysis('ngspice', 'ngspice', '39', 'ngspice -b circuit.cir'),
    analysis('openfoam', 'OpenFOAM', '11', './Allrun'),
    analysis('openfoam_plus', 'OpenFOAM+', 'v1706+-intelmpi', './Allrun'),
    analysis('licensed_demo', 'Licensed Demonstration', '1.0', 'solver input.dat'),
  ],
};
