package io.fusebox.agent;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The borders that modules alone do not hold. */
@AnalyzeClasses(
    packages = {"io.fusebox", "java.lang", "java.sql"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class BordersTest {

  @ArchTest
  static final ArchRule theEngineKnowsOnlyItselfAndTheJdk =
      classes()
          .that()
          .resideInAnyPackage("io.fusebox.engine..", "io.fusebox.policy..", "io.fusebox.calls..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.fusebox.engine..",
              "io.fusebox.policy..",
              "io.fusebox.calls..",
              "org.jspecify..",
              "java..");

  @ArchTest
  static final ArchRule theEngineHasNoThreadNoFileAndNoNetwork =
      noClasses()
          .that()
          .resideInAPackage("io.fusebox.engine..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio..", "java.net..")
          .orShould()
          .callConstructorWhere(target(owner(assignableTo(Thread.class))))
          .orShould()
          .callMethod(Thread.class, "start")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule weavingKnowsNoClientAndNoPolicy =
      noClasses()
          .that()
          .resideInAPackage("io.fusebox.weaving..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.fusebox.engine..",
              "io.fusebox.policy..",
              "io.fusebox.calls..",
              "io.fusebox.agent..",
              "io.fusebox.jdk11..",
              "io.fusebox.jdbc..",
              "io.fusebox.okhttp..");

  @ArchTest
  static final ArchRule theAdaptersDoNotKnowTheAgent =
      noClasses()
          .that()
          .resideInAnyPackage("io.fusebox.jdk11..", "io.fusebox.okhttp..", "io.fusebox.jdbc..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fusebox.agent..", "io.fusebox.cli..", "io.fusebox.launch..");

  @ArchTest
  static final ArchRule theAdaptersDoNotKnowEachOther =
      slices().matching("io.fusebox.(jdk11|okhttp|jdbc)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule theAgentFindsItsClientsByName =
      noClasses()
          .that()
          .resideInAPackage("io.fusebox.agent..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.fusebox.jdk11..", "io.fusebox.okhttp..", "io.fusebox.jdbc..", "io.fusebox.cli..");

  @ArchTest
  static final ArchRule commandsKnowPolicyFilesAndTheEngineOnly =
      noClasses()
          .that()
          .resideInAPackage("io.fusebox.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fusebox.agent..", "io.fusebox.weaving..", "io.fusebox.jdk11..");

  /** Each of these was seen to break an application's start when touched before main. */
  @ArchTest
  static final ArchRule nothingThatAnApplicationWantsToSetUpItselfIsTouched =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.fusebox.launch..",
              "io.fusebox.agent..",
              "io.fusebox.policy..",
              "io.fusebox.weaving..")
          .and()
          .doNotHaveSimpleName("Main")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.logging..", "java.nio.file..", "javax.management..", "java.util.regex..")
          .orShould()
          .accessField(System.class, "out");

  /** A loader that a container has stopped finds them no more. */
  @ArchTest
  static void everyTypeOfOkHttpIsLookedUpBeforeItIsNeeded(JavaClasses all) {
    Set<String> known =
        all.get("io.fusebox.okhttp.Resolved").getReferencedClassObjects().stream()
            .map(object -> object.getRawType().getName())
            .collect(Collectors.toSet());
    Set<String> needed =
        all.stream()
            .filter(one -> one.getPackageName().equals("io.fusebox.okhttp"))
            .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
            .map(dependency -> dependency.getTargetClass().getBaseComponentType().getName())
            .filter(name -> !name.startsWith("java") && name.indexOf('.') > 0)
            .filter(name -> !name.startsWith("io.fusebox.") && !name.startsWith("org.jspecify."))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(known), needed);
  }

  @ArchTest
  static final ArchRule packagesDoNotGoInCircles =
      slices()
          .matching("io.fusebox.(agent|cli|jdk11|weaving|launch)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true);
}
