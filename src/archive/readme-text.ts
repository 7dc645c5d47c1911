/** README.txt of a destination: for readers who have nothing of our software. */
export const readmeText = `An archive of compute jobs and of the design studies that they belong to.

All of it is plain: folders, JSON, CSV, text. Nothing here needs the software that wrote it.

  archive.json          which engine wrote this, from which platform
  records/JOB.json      one archived job: newest version, size, when it was archived, when it was
                        read back and found whole (provenAt), whether it was deleted since
  jobs/JOB/vN/          version N of a job, as a BagIt 1.0 bag (RFC 8493)
    data/job.json       the job as its platform described it; beside it its statuses, extended
                        logs, custom fields and runs
    data/files.json     every file of the job: true name, id, size, md5, sha256
    data/inputs/        its input files
    data/outputs/       its output files
  study-records/        which versions of each study were finished, and the SHA-256 of each one's
                        manifest-sha256.txt
  studies/STUDY/vN/     version N of a study, as an RO-Crate 1.1: open ro-crate-metadata.json
  passes/TIME-ARCHIVE/  reports of the times when something was archived, by the name of the
                        order that asked for it
  pass-records/         SHA-256 of each report

A bag without tagmanifest-sha256.txt was never finished: take the version before it.

Names. Characters that some file systems or tools can't have are written ~ and two hexadecimal
digits for each of their bytes: "a~3ab" was "a:b". A name that was too long ends in ~~ and a part of
its SHA-256; data/files.json has all true names. Ids with capital letters end in ~x and a number
that tells their places, so that no two differ in case only.

To check it with other people's tools:

  cd jobs/JOB/vN && sha256sum --check tagmanifest-sha256.txt manifest-sha256.txt
  pip install bagit && bagit.py --validate jobs/JOB/vN
  cd studies/STUDY/vN && sha256sum --check manifest-sha256.txt
  pip install roc-validator && rocrate-validator validate studies/STUDY/vN

To check all of it, and to compute the statistics of the studies again, with doeflow:

  doeflow archive verify THIS-DIRECTORY
  doeflow archive restore THIS-DIRECTORY STUDY NEW-FOLDER
`;
